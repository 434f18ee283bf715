"""Barriers, hints, traps and system registers."""

from __future__ import annotations

from compiler_core.host.forms.form import form

_SIGNATURES = tuple(
    form(names, "",
         "Sign the return address in x30, so that a changed one is noticed ({name}: pointer "
         "authentication).",
         "", writes="", implied=implied, implied_writes=("x30",))
    for names, implied in (("paciasp pacibsp", ("x30", "sp")), ("paciaz pacibz", ("x30",)))
)  # fmt: skip
_CHECKS = tuple(
    form(names, "",
         "Check the signature of the return address in x30 and take it off ({name}: pointer "
         "authentication).",
         "", writes="", implied=implied, implied_writes=("x30",))
    for names, implied in (("autiasp autibsp", ("x30", "sp")), ("autiaz autibz", ("x30",)))
)  # fmt: skip

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
    *_SIGNATURES,
    *_CHECKS,
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
    form("sb", "", "Speculation barrier: nothing after this line begins before its way is certain.",
         "", writes=""),
    form("ssbb pssbb", "",
         "Speculation barrier: no load after this line takes a value from before an earlier store.",
         "", writes=""),
    form("csdb", "", "Speculation barrier: what follows uses no value that was only predicted.", "",
         writes=""),
    form("esb", "", "Wait until errors of the memory so far are reported.", "", writes=""),
    form("psb tsb", "key", "Wait until the records of a trace or profile are written.", "",
         writes=""),
    form("dgh", "", "Tell the core not to merge stores before this line with later ones.", "",
         writes=""),
    form("wfet wfit", "x", "Let the core sleep until an event or until the time {a}.", "",
         writes=""),
    form("eret", "", "Leave this level of the system for a lower one.", "", writes="",
         branch="return"),
    form("hvc", "i", "Call the hypervisor.", "", writes=""),
    form("smc", "i", "Call the secure monitor.", "", writes=""),
    form("dc", "label, x", "Data cache: {cache_work}.", "", writes="", memory="store", total=-1,
         when=lambda views: str(views["a"]) in ("zva", "gva", "gzva")),
    form("dc", "label, x", "Data cache: {cache_work}.", "", writes=""),
    form("ic", "label, x", "Instruction cache: {cache_work}.", "", writes=""),
    form("ic", "label", "Instruction cache: {cache_work}.", "", writes=""),
    form("at", "label, x", "Ask how the system translates the address {b} ({a}).", "", writes=""),
    form("tlbi", "label, x", "Forget kept translations of addresses, those that {b} names ({a}).",
         "", writes=""),
    form("tlbi", "label", "Forget kept translations of addresses ({a}).", "", writes=""),
    form("msr", "label, i", "Write {b} to a field of the system's state ({a}).", "", writes="",
         beyond=True),
    form("clrex", "", "Give up the exclusive access that a load has opened.", "", writes=""),
    form("mrs", "x, label", "Read {system_register} into {a}.", "{a.value} = {b.value}"),
    form("msr", "label, x", "Write {b} to {system_register}.", "{a.value} = {b.value}", writes=""),
)  # fmt: skip
