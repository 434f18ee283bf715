"""The command line: `lowlab`, one file per command. Text for people, `--json` for programs."""
