"""What converting changed, in the words of a trace."""

from __future__ import annotations

from compiler_core.llm.converting.records import ConvertedTensor, DroppedTensor
from compiler_core.trace import Change, ChangeKind

_FLOATS = ("F64", "F32", "F16", "BF16")


def changes_of(
    tensors: tuple[ConvertedTensor, ...], dropped: tuple[DroppedTensor, ...]
) -> tuple[Change, ...]:
    """One change for each tensor that is not as it was, and one for each left out."""
    changes = [
        Change(_kind(tensor), tensor.name, _reason(tensor), tensor.source, (tensor.name,))
        for tensor in tensors
        if _is_changed(tensor)
    ]
    return (
        *changes,
        *(
            Change(
                "removed", dropped_tensor.source, dropped_tensor.reason, (dropped_tensor.source,)
            )
            for dropped_tensor in dropped
        ),
    )


def _is_changed(tensor: ConvertedTensor) -> bool:
    return (
        tensor.source != (tensor.name,)
        or tensor.type_before != tensor.type_after
        or bool(tensor.permutation)
    )


def _kind(tensor: ConvertedTensor) -> ChangeKind:
    if not tensor.source:
        return "added"
    if len(tensor.source) > 1:
        return "fused"
    if tensor.type_after not in _FLOATS:
        return "quantised"
    return "laid out" if tensor.permutation else "replaced"


def _reason(tensor: ConvertedTensor) -> str:
    if tensor.type_before == tensor.type_after or not tensor.type_before:
        return tensor.reason
    again = tensor.type_before not in _FLOATS
    note = " It was in blocks already: errors add up." if again else ""
    return f"{tensor.type_before} became {tensor.type_after}. {tensor.reason}{note}"
