"""The sentence and the evidence of a Why card, computed from what was found."""

from __future__ import annotations

from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.circumstances import Circumstances
from compiler_core.host.verdicts.findings import LoopFinding, arithmetic_of, scalar_loop_works_on
from compiler_core.host.verdicts.macro_loops import loops_of_macro_at
from compiler_core.host.verdicts.vector_use import ELEMENTS, VectorUse
from compiler_core.host.verdicts.verdict import Evidence

_NO_LOOP = (
    "library_call",
    "vectors_after_unrolling",
    "unrolled_into_outer",
    "fully_unrolled",
    "closed_form",
    "loop_deleted",
    "no_code",
)
_ARITHMETIC = {
    "vector": "whole vectors",
    "ordered_scalar": "one element after another, in source order",
    "mixed": "partly whole vectors, partly one element after another",
    "scalar": "one element at a time",
    "none": "nothing",
}


def sentence_of(case: Circumstances, finding: LoopFinding) -> str:
    """What happened to the loop, in one sentence."""
    compiler = short_title(case)
    loop = _subject(case)
    if finding.reason.key == "unknown":
        return _unknown(compiler, loop, finding)
    if finding.vectorized:
        manner = f"{_manner(finding)}{_round(case, finding)}{_far_apart(case, finding)}"
        if case.is_copy_without_inner_loops:
            loop = f"a copy of {loop} that does without the loop inside"
        return f"{compiler} vectorised {loop}: {_vectors(case, finding)}{manner}."
    if finding.reason.key == "inside_vectorized_outer":
        return f"{compiler} vectorised the loop around this one: its body runs on whole vectors."
    if finding.reason.key == "vectors_removed":
        return f"{compiler} reports a vector loop here, but no vector is left in its code."
    if case.routine:
        return f"{compiler} left no loop of {case.loop.algorithm} here: it calls {case.routine}."
    if finding.reason.key in _NO_LOOP:
        where = f" of {case.loop.algorithm}" if case.loop.algorithm else ""
        return f"{compiler} left no loop{where} here: {lower_title(finding.reason.title)}."
    if finding.reason.key == "same_as_other":
        shares = f"it {lower_title(finding.reason.title)}{_detail(case, finding)}"
        return f"{compiler} left no code of its own for {loop}: {shares}."
    beside = ""
    if finding.interleave > 1:
        beside = f"; it runs {finding.interleave} iterations side by side on single elements"
    detail = _detail(case, finding)
    return (
        f"{compiler} did not vectorise {loop}: {lower_title(finding.reason.title)}{detail}{beside}."
    )


def short_title(case: Circumstances) -> str:
    """`GCC 12.2`."""
    compiler = case.compiled.compiler
    family = "GCC" if compiler.family == "gcc" else "Clang"
    return f"{family} {'.'.join(compiler.version.split('.')[:2])}"


def element_of(case: Circumstances) -> str:
    """What the loop loads and stores in each iteration (`float`), empty if that is not known."""
    kind = case.facts.element if case.facts is not None else ""
    return _words_of(kind) if kind and kind != "ptr" else ""


def _words_of(kind: str) -> str:
    return ELEMENTS.get((int(kind[1:]), kind[0] == "f"), "")


def lower_title(title: str) -> str:
    """Titles begin with a capital; names such as -O2 and GCC keep theirs."""
    first = title.split(" ", 1)[0]
    is_name = (len(first) > 1 and first.isupper()) or first.startswith("-")
    return title if is_name else title[0].lower() + title[1:]


def _subject(case: Circumstances) -> str:
    """What the sentence speaks of; a loop that stands in a library by the algorithm's name."""
    return f"the loop inside {case.loop.algorithm}" if case.loop.algorithm else "this loop"


def _unknown(compiler: str, loop: str, finding: LoopFinding) -> str:
    if finding.account is None:
        return f"{compiler} did not vectorise {loop}, and its record says nothing about it."
    said = " ".join(finding.account.message.split())
    return f"{compiler} did not vectorise {loop}. It says: “{said}”"


def _vectors(case: Circumstances, finding: LoopFinding) -> str:
    element, bits = _element(case, finding.use)
    if finding.scalable:
        what = f"{element}s" if element else "elements"
        return f"with SVE, as many {what} at once as a register holds (16 bytes or more)"
    if not finding.vector_bytes:
        return "no vector is left in the code"
    count = _lanes(case, finding, bits)
    if not element or not count:
        return f"{finding.vector_bytes} bytes at once"
    if element == "byte" and count == finding.vector_bytes:
        return f"{count} bytes at once"
    exact = f" ({finding.vector_bytes} bytes)" if count * bits == finding.vector_bytes * 8 else ""
    return f"{count} {element}s{exact} at once"


def _lanes(case: Circumstances, finding: LoopFinding, bits: int) -> int:
    """Elements of one vector: as the compiler reports, else as many as it has room for."""
    reported = max((loop.elements for loop in case.report.vector_loops), default=0)
    return reported or (finding.vector_bytes * 8 // bits if bits else 0)


def _round(case: Circumstances, finding: LoopFinding) -> str:
    """How many iterations a round does, where lanes and vectors side by side do not say it."""
    count = case.iterations_per_round
    if count is None or finding.scalable or finding.reason.key == "vectorized_unrolled":
        return ""
    _, bits = _element(case, finding.use)
    if count == _lanes(case, finding, bits) * finding.interleave:
        return ""
    plural = "s" if count != 1 else ""
    return f"; a round of its code does {count} iteration{plural} of the source"


def _far_apart(case: Circumstances, finding: LoopFinding) -> str:
    """Why a dependence between iterations does no harm: it reaches back beyond a whole vector."""
    dependences = case.facts.dependences if case.facts is not None else ()
    distance = min(
        (entry.distance for entry in dependences if entry.kind == "flow" and entry.distance),
        default=0,
    )
    _, bits = _element(case, finding.use)
    lanes = _lanes(case, finding, bits)
    if finding.scalable or not lanes or distance < lanes:
        return ""
    return f"; it reads what the iteration {distance} before wrote: safe with vectors of {lanes}"


def _element(case: Circumstances, use: VectorUse) -> tuple[str, int]:
    """What goes through a round, and its bits: what the loop loads and stores, not the lanes.

    Logic works on bytes whatever they belong to, and products of bytes are summed in wider lanes.
    """
    kind = case.facts.element if case.facts is not None else ""
    if not kind or kind == "ptr":
        return use.element, use.element_bits
    bits = int(kind[1:])
    return _words_of(kind) or use.element, bits


def _manner(finding: LoopFinding) -> str:
    side = f", {finding.interleave} vectors side by side" if finding.interleave > 1 else ""
    manners = {
        "vectorized_overlap_check": ", behind a run-time overlap check",
        "vectorized_mask_check": ", behind a run-time check that no masked index begins again",
        "vectorized_wrap_check": ", behind a run-time check that the index does not wrap around",
        "vectorized_stride_check": ", behind a run-time check that the stride is 1",
        "vectorized_ordered_reduction": " are loaded, then added one after another in source order",
        "vectorized_lane_stores": ", with stores of single elements",
        "vectorized_mixed": ", with some operations still on single elements",
        "vectorized_interleaved": ", taken apart by interleaved loads or stores",
        "vectorized_gather": ", each element moved into its lane on its own",
        "vectorized_unrolled": ", and no loop is left",
        "vectorized_silently": ", as the assembly shows",
    }
    return manners.get(finding.reason.key, "") + side


def _detail(case: Circumstances, finding: LoopFinding) -> str:
    if finding.reason.key == "vectorizer_off_flag":
        return f" ({case.compiled.off_flag})"
    if finding.reason.key == "vectorizer_off_level":
        return f" ({case.compiled.level})"
    if finding.reason.key == "same_as_other" and case.twin is not None:
        return f" ({case.twin.function}, line {case.twin.line})"
    if finding.reason.key in ("data_dependence", "anti_dependence", "output_dependence"):
        return _apart(case, finding.reason.key)
    return ""


_WORDS = {
    "data_dependence": ("flow", "back"),
    "anti_dependence": ("anti", "on"),
    "output_dependence": ("output", "on"),
}


def _apart(case: Circumstances, key: str) -> str:
    """How many iterations lie between the two, where the compiler or the addresses tell."""
    kind, word = _WORDS[key]
    dependences = case.facts.dependences if case.facts is not None else ()
    distances = [entry.distance for entry in dependences if entry.kind == kind and entry.backward]
    distance = min((apart for apart in distances if apart), default=None)
    if distance is None and key == "data_dependence":
        distance = case.report.distance
    if distance:
        plural = "s" if distance != 1 else ""
        return f", {distance} iteration{plural} {word}"
    return ""


def evidence_of(case: Circumstances, finding: LoopFinding) -> tuple[Evidence, ...]:
    """What the verdict rests on: the compiler's words, the assembly, the text, the flags."""
    evidence: list[Evidence] = []
    if case.loop.kind == "unwritten":
        maker = case.loop.algorithm or "a macro, a goto or a library"
        made = f"calls {case.routine} instead" if case.routine else "makes it"
        text = f"There is no loop statement in your source here: {maker} {made}."
        evidence.append(Evidence("source", text, case.loop.line))
        evidence.extend(_several_of_one_macro(case))
    if finding.account is not None:
        evidence.append(_remark(finding.account))
    evidence.extend(
        _remark(loop.account)
        for loop in case.report.vector_loops
        if loop.account != finding.account
    )
    evidence.extend(_assembly(case, finding))
    if finding.reason.features:
        evidence.append(_seen(case, finding))
    if finding.reason.key == "vectorizer_off_flag":
        evidence.append(Evidence("flags", case.compiled.off_flag))
    if finding.reason.key == "vectorizer_off_level":
        evidence.append(Evidence("flags", case.compiled.level))
    return tuple(dict.fromkeys(evidence))


def _several_of_one_macro(case: Circumstances) -> tuple[Evidence, ...]:
    """Where one macro writes several loops, which of them the verdict is of."""
    loop = case.loop
    macro, loops = loops_of_macro_at(case.compiled.source, loop.line, loop.column)
    if loops < 2:
        return ()
    text = f"{macro} writes {loops} loops at this place: what is said is of an innermost one."
    return (Evidence("source", text, loop.line),)


def _seen(case: Circumstances, finding: LoopFinding) -> Evidence:
    """The facts a reason rests on, and where they were read."""
    names = ", ".join(sorted(finding.reason.features)).replace("_", " ")
    facts = case.facts.features if case.facts is not None else frozenset[str]()
    by_form = finding.reason.features <= facts
    where = "the loop as the compiler's vectoriser sees it" if by_form else "the loop's text"
    return Evidence("source", f"Seen in {where}: {names}.", case.loop.line)


def _remark(account: Account) -> Evidence:
    location = account.remark.location
    name = f" [{account.name}]" if account.name else ""
    text = f"{account.pass_name}: {' '.join(account.message.split())}{name}"
    return Evidence(
        "remark", text, location.line if location else 0, location.column if location else 0
    )


def _assembly(case: Circumstances, finding: LoopFinding) -> list[Evidence]:
    loops = case.code.innermost or case.code.loops
    if not loops:
        return [Evidence("assembly", f"No loop of the assembly belongs to it{_straight(case)}.")]
    evidence = [
        Evidence(
            "assembly",
            f"{entry.function}: {entry.loop.role} loop, {entry.loop.instructions} instructions, "
            f"works on {_ARITHMETIC[_kind(entry.use, finding)]}.",
            entry.loop.source_line or 0,
        )
        for entry in loops
    ]
    evidence.extend(_contradictions(case, finding))
    return evidence


def _straight(case: Circumstances) -> str:
    use = case.code.straight
    if not use.any:
        return ""
    return f"; {use.vector + use.moves} vector instructions stand one after another instead"


def _kind(use: VectorUse, finding: LoopFinding) -> str:
    if finding.vectorized and use is finding.use and finding.arithmetic == "mixed":
        return "mixed"
    if finding.vectorized:
        return arithmetic_of(use, is_loop=True)
    return scalar_loop_works_on(use, finding.reason.key)


def _contradictions(case: Circumstances, finding: LoopFinding) -> list[Evidence]:
    """Where a remark and the code, or two remarks, disagree: the code decides."""
    refused = case.report.said(r"couldn't vectorize loop|MissedDetails")
    if finding.vectorized and finding.use.any and refused is not None:
        text = (
            "A remark says that a copy of this loop was not vectorised; the assembly shows the "
            "vector loop, and the assembly counts."
        )
        return [Evidence("assembly", text)]
    return []
