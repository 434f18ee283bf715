"""The decode engine: from a model file's header to a C program for AArch64, built, run and counted.

The program and the GGUF file it was made for are the artefact. Start reading at `write`.
"""
