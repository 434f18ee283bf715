"""What the assembler directives on screen mean, for readers who show them.

Source: GNU assembler manual, chapter "Pseudo Ops".
"""

from __future__ import annotations

_MEANINGS: tuple[tuple[str, str], ...] = (
    (".align", "Pad so that the next line starts at an aligned address."),
    (".arch", "The instruction set the assembler may use."),
    (".arch_extension", "Allow one more instruction set extension."),
    (".ascii", "Text bytes, without a final zero."),
    (".asciz", "A C string with its final zero byte."),
    (".bss", "What follows is zero-initialised data."),
    (".byte", "Data: one byte per value."),
    (".cfi_", "A note for debuggers and exceptions on how to unwind the stack; no code."),
    (".comm", "Reserve space for an uninitialised variable."),
    (".cpu", "The processor the code is tuned for."),
    (".data", "What follows is initialised data."),
    (".file", "Names a source file for debug information."),
    (".global", "Makes this name visible to other files."),
    (".globl", "Makes this name visible to other files."),
    (".hidden", "The name can be used inside this program only."),
    (".hword", "Data: two bytes per value."),
    (".ident", "The compiler's name and version."),
    (".loc", "The next instruction belongs to this source line and column."),
    (".p2align", "Pad to a power of two, often so that a loop starts at a good address."),
    (".section", "What follows goes into this part of the object file."),
    (".set", "Gives a name a value."),
    (".size", "How many bytes this function or variable takes."),
    (".string", "A C string with its final zero byte."),
    (".text", "What follows is code."),
    (".type", "Says whether the name is a function or an object."),
    (".variant_pcs", "This function follows a variant of the procedure call standard."),
    (".weak", "A definition in another file may replace this one."),
    (".word", "Data: four bytes per value."),
    (".xword", "Data: eight bytes per value."),
    (".zero", "Data: this many zero bytes."),
)


def explain_directive(text: str) -> str:
    """A sentence for a directive line; says so when the directive is not in the table."""
    name = text.split(None, 1)[0] if text.strip() else ""
    for prefix, meaning in _MEANINGS:
        if name == prefix or (prefix.endswith("_") and name.startswith(prefix)):
            return meaning
    return f"A directive for the assembler ({name}); no instruction." if name else ""
