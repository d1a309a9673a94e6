"""What is delivered: every call to Discord, at its pace, and what is shown anew."""
