"""The rules that say what each register is for."""
