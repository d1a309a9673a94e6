"""What is pressed and typed: clicks, forms and slash commands."""
