"""What converting changed, in the words of a trace."""

from __future__ import annotations

from compiler_core.llm.converting.records import ConvertedTensor, DroppedTensor
from compiler_core.trace import Change, ChangeKind

_FLOATS = ("F64", "F32", "F16", "BF16")


def changes_of(
    tensors: tuple[ConvertedTensor, ...], dropped: tuple[DroppedTensor, ...]
) -> tuple[Change, ...]:
    """One change for each tensor that is not as it was, and one for each left out."""
    kept = [
        Change(_kind(tensor), tensor.name, _reason(tensor), tensor.source, (tensor.name,))
        for tensor in tensors
        if _is_changed(tensor)
    ]
    return (
        *kept,
        *(
            Change(
                "removed", dropped_tensor.source, dropped_tensor.reason, (dropped_tensor.source,)
            )
            for dropped_tensor in dropped
        ),
    )


def _is_changed(one: ConvertedTensor) -> bool:
    return one.source != (one.name,) or one.type_before != one.type_after or bool(one.permutation)


def _kind(one: ConvertedTensor) -> ChangeKind:
    if not one.source:
        return "added"
    if len(one.source) > 1:
        return "fused"
    if one.type_after not in _FLOATS:
        return "quantised"
    return "laid out" if one.permutation else "replaced"


def _reason(one: ConvertedTensor) -> str:
    if one.type_before == one.type_after or not one.type_before:
        return one.reason
    again = one.type_before not in _FLOATS
    note = " It was in blocks already: errors add up." if again else ""
    return f"{one.type_before} became {one.type_after}. {one.reason}{note}"
