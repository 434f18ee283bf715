"""The static memory: which buffers there are, when each is in use, and where it lies.

Steps of a layer share memory as far as their lifetimes allow; what outlives a layer does not.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.planning.plan import plan_memory
from compiler_core.graph.records import Buffer
from compiler_core.llm.engine.ends import EMBEDDING, HEAD
from compiler_core.llm.engine.plan import EnginePlan
from compiler_core.llm.engine.records import ArenaPart
from compiler_core.llm.engine.weight_types import Preparation, forms_of

STEPS = (
    "norm", "products", "rotary", "attention", "attention output", "feed-forward norm",
    "gate and up", "gate", "down", "last norm", "head", "sample",
)  # fmt: skip
_ALWAYS = ("norm", "sample")
_PRODUCTS = ("products", "head")
_FLOAT, _INT = 4, 4
# Of the cache: C type, its bytes, and the values it holds.
_CACHE_ELEMENTS = {"f32": ("float", 4, 1), "f16": ("half", 2, 1), "q8_0": ("cached", 34, 32)}
# What runtime/panels.h brings together, and for which types.
_PANEL_ROWS = 8
_TYPES_IN_PANELS = ("Q8_0", "Q4_0")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaBuffer:
    """One buffer of the engine's static memory."""

    name: str
    """Of the C macro that stands for it, such as `KEYS`."""
    element: str
    """C type of an element, such as `float`."""
    element_bytes: int
    """Bytes of an element."""
    count: int
    """How many elements it has."""
    life: tuple[str, str]
    """First and last step."""
    shape: str
    """In words, as `rows 16`."""

    @property
    def bytes(self) -> int:
        return self.element_bytes * self.count


@dataclass(frozen=True, slots=True)
class Arena:
    """parts: in order of buffers."""

    buffers: tuple[ArenaBuffer, ...]
    parts: tuple[ArenaPart, ...]
    bytes: int
    naive_bytes: int


def arena_of(plan: EnginePlan) -> Arena:
    """Every buffer placed, at multiples of 64 bytes."""
    buffers = arena_buffers(plan)
    wanted = tuple(
        Buffer(buffer.name, buffer.bytes, STEPS.index(buffer.life[0]), STEPS.index(buffer.life[1]))
        for buffer in buffers
    )
    placed = plan_memory(wanted)
    parts = tuple(
        ArenaPart(
            name=block.name,
            bytes=block.bytes,
            offset=at.offset,
            first=at.buffer.first,
            last=at.buffer.last,
            shape=block.shape,
        )
        for block, at in zip(buffers, placed.placed, strict=True)
    )
    return Arena(buffers, parts, placed.arena_bytes, placed.without_reuse)


def arena_buffers(plan: EnginePlan) -> tuple[ArenaBuffer, ...]:
    """All buffers of the engine; `tokens` in their shapes is the batch."""
    buffers = [*_lasting(plan), *_attention(plan), *_feed_forward(plan)]
    for name, width, tokens, tensors, life in _product_inputs(plan):
        for form in _forms(plan, tensors):
            buffers += _prepared(name, form, width, tokens, life)
    return (*buffers, *_panels(plan))


def cache_buffers(plan: EnginePlan) -> tuple[ArenaBuffer, ...]:
    """Keys and values of every layer, page by page."""
    element, size, values = _CACHE_ELEMENTS[plan.cache_type]
    pages = f"layers {plan.configuration.layers}, pages {plan.pages}"
    return tuple(
        ArenaBuffer(
            name=name,
            element=element,
            element_bytes=size,
            count=plan.configuration.layers * plan.pages * plan.settings.page * width // values,
            life=_ALWAYS,
            shape=f"{pages}, heads {plan.configuration.key_value_heads}, positions "
            f"{plan.settings.page}",
        )
        for name, width in (("KEYS", plan.key_width), ("VALUES", plan.value_width))
    )


def _lasting(plan: EnginePlan) -> list[ArenaBuffer]:
    batch = plan.settings.batch
    pairs = len(plan.frequencies)
    windowed = ("WINDOWED_ANGLES",) if plan.windowed_frequencies else ()
    return [
        *cache_buffers(plan),
        ArenaBuffer(
            name="BLOCK_TABLE",
            element="int",
            element_bytes=_INT,
            count=plan.pages,
            life=_ALWAYS,
            shape=f"pages {plan.pages}",
        ),
        _floats("HIDDEN_STATE", batch, plan.configuration.hidden, _ALWAYS),
        *(_floats(name, batch, 2 * pairs, _ALWAYS) for name in ("ANGLES", *windowed)),
    ]


def _attention(plan: EnginePlan) -> list[ArenaBuffer]:
    batch, hidden = plan.settings.batch, plan.configuration.hidden
    buffers = [
        _floats("ATTENTION_INPUT", batch, hidden, ("norm", "products")),
        _floats("QUERIES", batch, plan.query_width, ("products", "attention")),
        _floats("KEY_ROWS", batch, plan.key_width, ("products", "rotary")),
        _floats("VALUE_ROWS", batch, plan.value_width, ("products", "rotary")),
        _floats("ATTENDED", batch, plan.attended_width, ("attention", "attention output")),
    ]
    if plan.configuration.post_norms:
        life = ("attention output", "attention output")
        buffers.append(_floats("ATTENDED_BRANCH", batch, hidden, life))
    return buffers


def _feed_forward(plan: EnginePlan) -> list[ArenaBuffer]:
    configuration, batch = plan.configuration, plan.settings.batch
    hidden, width = configuration.hidden, configuration.feed_forward
    buffers = [
        _floats("FEED_FORWARD_INPUT", batch, hidden, ("feed-forward norm", "gate and up")),
        _floats("GATE", batch, width, ("gate and up", "down")),
        _floats("UP", batch, width, ("gate and up", "gate")),
        _floats("HEAD_INPUT", 1, hidden, ("last norm", "head")),
        _floats("LOGITS", 1, configuration.vocabulary, ("head", "sample")),
    ]
    if configuration.post_norms:
        buffers.append(_floats("GATE_BRANCH", batch, hidden, ("down", "down")))
    return buffers


def _floats(name: str, tokens: int, width: int, life: tuple[str, str]) -> ArenaBuffer:
    shape = f"tokens {tokens}, width {width}"
    return ArenaBuffer(
        name=name,
        element="float",
        element_bytes=_FLOAT,
        count=tokens * width,
        life=life,
        shape=shape,
    )


def _product_inputs(
    plan: EnginePlan,
) -> tuple[tuple[str, int, int, tuple[str, ...], tuple[str, str]], ...]:
    """Name, width, tokens and lifetime of each input, and the ends of names of what reads it."""
    configuration, batch = plan.configuration, plan.settings.batch
    hidden = configuration.hidden
    head = HEAD if HEAD in plan.tensors else EMBEDDING
    return (
        (
            "ATTENTION_INPUT", hidden, batch, ("attn_q.weight", "attn_k.weight", "attn_v.weight"),
            ("products", "products"),
        ),
        (
            "ATTENDED", plan.attended_width, batch, ("attn_output.weight",),
            ("attention output", "attention output"),
        ),
        (
            "FEED_FORWARD_INPUT", hidden, batch, ("ffn_gate.weight", "ffn_up.weight"),
            ("gate and up", "gate and up"),
        ),
        ("GATE", configuration.feed_forward, batch, ("ffn_down.weight",), ("down", "down")),
        ("HEAD_INPUT", hidden, 1, (head,), ("head", "head")),
    )  # fmt: skip


def _panels(plan: EnginePlan) -> list[ArenaBuffer]:
    """Codes laid out anew for SMMLA: eight rows of weights, and the tokens of a batch by fours;
    scales twice. Of the widest product of such codes."""
    settings = plan.settings
    widths = [entry.shape[1] for entry in plan.tensors.values() if entry.type in _TYPES_IN_PANELS]
    if settings.arithmetic != "matrix" or settings.batch == 1 or not widths:
        return []
    widest, tokens = max(widths), 4 * -(-settings.batch // 4)
    return [
        buffer
        for name, count in (("PANEL", _PANEL_ROWS), ("TOKEN", tokens))
        for buffer in (
            ArenaBuffer(
                name=f"{name}_CODES",
                element="int8_t",
                element_bytes=1,
                count=count * widest,
                life=_PRODUCTS,
                shape=f"rows {count}",
            ),
            ArenaBuffer(
                name=f"{name}_SCALES",
                element="float",
                element_bytes=_FLOAT,
                count=2 * count * widest // 32,
                life=_PRODUCTS,
                shape=f"rows {count}, twice each",
            ),
        )
    ]


def operand_names(plan: EnginePlan) -> tuple[tuple[str, Preparation], ...]:
    """Every input of a product in every form it takes."""
    return tuple(
        (name, form)
        for name, _, _, tensors, _ in _product_inputs(plan)
        for form in _forms(plan, tensors)
    )


def _forms(plan: EnginePlan, ends: tuple[str, ...]) -> tuple[Preparation, ...]:
    wanted = tuple(f".{end}" for end in ends)
    types = {
        entry.type
        for name, entry in plan.tensors.items()
        if len(entry.shape) == 2 and (name in ends or name.endswith(wanted))
    }
    return forms_of(types)


def _prepared(
    name: str, form: Preparation, width: int, tokens: int, life: tuple[str, str]
) -> list[ArenaBuffer]:
    """The buffers of an input in a form: codes, scales and what goes with them."""
    if form == "floats":
        return []
    block = 32 if form == "q8_0" else 256
    blocks = tokens * width // block
    shape, root = f"tokens {tokens}, width {width}", f"{name}_{form.upper()}"
    return [
        ArenaBuffer(
            name=f"{root}_CODES",
            element="int8_t",
            element_bytes=1,
            count=tokens * width,
            life=life,
            shape=shape,
        ),
        ArenaBuffer(
            name=f"{root}_SCALES",
            element="float",
            element_bytes=_FLOAT,
            count=blocks,
            life=life,
            shape=f"blocks {blocks}",
        ),
        _beside_scales(root, form, blocks, life),
    ]


def _beside_scales(root: str, form: Preparation, blocks: int, life: tuple[str, str]) -> ArenaBuffer:
    """A correction for each block, or sums of its groups of 16 codes."""
    if form == "q8_0":
        return ArenaBuffer(
            name=f"{root}_CORRECTIONS",
            element="int32_t",
            element_bytes=4,
            count=blocks,
            life=life,
            shape=f"blocks {blocks}",
        )
    return ArenaBuffer(
        name=f"{root}_SUMS",
        element="int16_t",
        element_bytes=2,
        count=16 * blocks,
        life=life,
        shape=f"groups {16 * blocks}",
    )
