"""Barriers, hints, traps and system registers."""

from __future__ import annotations

from compiler_core.host.forms.form import form

FORMS = (
    form("nop", "", "Do nothing: fills up space so that what follows is aligned.", "", writes=""),
    form("brk", "i", "Stop the program with a trap: this place should never be reached.",
         "trap({a})", writes=""),
    form("udf", "i", "Stop the program: this is no valid instruction.", "trap({a})", writes=""),
    form("hlt", "i", "Stop in a debugger.", "trap({a})", writes=""),
    form("svc", "i", "Call the operating system.", "system_call()", writes=""),
    form("hint", "i", "A hint to the processor; it may do nothing.", "", writes=""),
    form("bti", "key", "Mark a place that {reached_by} may reach (bti: branch protection).", "",
         writes=""),
    form("bti", "", "Mark a place that no indirect branch may reach (bti: branch protection).", "",
         writes=""),
    form("paciasp pacibsp paciaz pacibz", "",
         "Sign the return address in x30, so that a changed one is noticed ({name}: pointer "
         "authentication).",
         "", writes=""),
    form("autiasp autibsp autiaz autibz", "",
         "Check the signature of the return address in x30 and take it off ({name}: pointer "
         "authentication).",
         "", writes=""),
    form("yield", "", "Tell the core that this thread is waiting.", "", writes=""),
    form("wfe wfi", "", "Let the core sleep until an event.", "", writes=""),
    form("sev sevl", "", "Wake cores that wait for an event.", "", writes=""),
    form("dmb", "key",
         "Memory barrier: other cores see {barrier} before this line before those after it.",
         "", writes=""),
    form("dsb", "key", "Wait until {barrier} before this line are complete.", "", writes=""),
    form("isb", "", "Refetch what follows: instructions after this line see what was changed.", "",
         writes=""),
    form("isb", "key", "Refetch what follows: instructions after this line see what was changed.",
         "", writes=""),
    form("clrex", "", "Give up the exclusive access that a load has opened.", "", writes=""),
    form("mrs", "x, label", "Read {system_register} into {a}.", "{a.value} = {b.value}"),
    form("msr", "label, x", "Write {b} to {system_register}.", "{a.value} = {b.value}", writes=""),
)  # fmt: skip
