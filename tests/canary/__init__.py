"""The canary: nothing that reaches a person tells what that person cannot know.

A scene is a position of a match at a real bot. Its twins are the same scene with something hidden
dealt otherwise, or with something done in secret. The same things are then done in every twin, and
each person who cannot know the difference must be told the same, byte for byte.

`scenes` where a match is looked at    `worlds` a scene on a running bot
`parts`  what is hidden in it          `actions` what is done there
`twins`  what may differ               `record` what reached whom, and where two records differ
"""
