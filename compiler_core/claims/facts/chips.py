"""Facts of chips: what the models of `compiler_core/soc` say, computed when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from compiler_core.basis import Value
from compiler_core.claims.facts.fact import Fact, FactMissing
from compiler_core.errors import InputError

if TYPE_CHECKING:
    from compiler_core.soc.decoding.decode import DecodeSpeed
    from compiler_core.soc.description import Precision, SocDescription
    from compiler_core.soc.energy import EnergyRung, OperationCost
    from compiler_core.soc.latency_hiding.ladder import Ladder
    from compiler_core.soc.mapping.records import Alternative
    from compiler_core.soc.mapping.records import Mapping as NetworkMapping
    from compiler_core.soc.networks.cnn import NetworkCost
    from compiler_core.soc.rooflines.roofline import Roofline

ChipCommand = Literal["map", "cnn", "decode", "roofline", "ladder", "energy"]
Values = Mapping[str, str | int]
DEFAULTS: dict[ChipCommand, dict[str, str | int]] = {
    "map": {"network": "residual", "precision": "int8", "objective": "time"},
    "cnn": {"network": "residual", "precision": "int8"},
    "decode": {"config": "llama-3.1-8b", "type": "q4_0", "context": 128, "batch": 1},
    "roofline": {"model": "residual", "precision": "int8", "context": 128, "batch": 1},
    "ladder": {"kernel": "gelu", "elements": 1 << 20},
    "energy": {"precision": "int8"},
}
"""What `lowlab soc COMMAND` can be asked about here, with what is usual."""


@dataclass(frozen=True, slots=True)
class ByteEnergy:
    """The energy of bytes from three memories, and of one multiply-accumulate."""

    ladder: tuple[EnergyRung, ...]
    operation: OperationCost


def chip_record(
    chip: str, command: ChipCommand, values: Values, edits: Mapping[str, float] | None = None
) -> object:
    """What the model says. values: all keys of DEFAULTS. edits: figures of the chip that are
    changed, by key. Raises InputError and UnknownName."""
    from compiler_core.soc.editing import edited_soc
    from compiler_core.soc.reading import soc_named

    return _MODELS[command](edited_soc(soc_named(chip), edits or {}), values)


def _precision(values: Values) -> Precision:
    from compiler_core.soc.description import Precision

    return _one_of("precision", str(values["precision"]), get_args(Precision))


def _one_of(key: str, value: str, known: tuple[Any, ...]) -> Any:
    if value not in known:
        raise InputError(f"There is no {key} {value}.", f"Choose one of {', '.join(known)}.")
    return value


def _map(soc: SocDescription, values: Values) -> NetworkMapping:
    from compiler_core.soc.mapping.graph_reading import mapped_graph_of
    from compiler_core.soc.mapping.hand_over import usual_hand_over
    from compiler_core.soc.mapping.map_network import map_network
    from compiler_core.soc.mapping.records import Objective

    graph = mapped_graph_of(str(values["network"]))
    least = _one_of("objective", str(values["objective"]), get_args(Objective))
    return map_network(graph, soc, _precision(values), least, usual_hand_over(soc))


def _cnn(soc: SocDescription, values: Values) -> NetworkCost:
    from compiler_core.soc.networks.cnn import network_cost
    from compiler_core.soc.networks.cnn_fit import constants_for
    from compiler_core.soc.networks.named_layers import layers_of

    layers = layers_of(str(values["network"]))
    return network_cost(soc, layers, _precision(values), constants_for(soc))


def _decode(soc: SocDescription, values: Values) -> DecodeSpeed:
    from compiler_core.soc.decoding.decode import decode_speed
    from compiler_core.soc.decoding.decode_fit import share_for
    from compiler_core.soc.decoding.first_token import with_first_token
    from compiler_core.soc.decoding.model_shape import decode_work

    context = int(values["context"])
    header = _language_header(values)
    speed = decode_speed(soc, decode_work(header, context, int(values["batch"])), share_for(soc))
    return with_first_token(soc, header, speed, max(context, 1))


def _language_header(values: Values) -> Any:
    from compiler_core.llm.evaluation.shipped import shipped_language_models
    from compiler_core.llm.source import language_source
    from compiler_core.soc.decoding.known_language_models import known_language_model
    from compiler_core.soc.decoding.model_shape import header_of

    name = str(values["config"])
    if name in [model.id for model in shipped_language_models()]:
        configuration = language_source(name).header.configuration
    else:
        configuration = known_language_model(name).configuration
    return header_of(configuration, str(values["type"]))


def _roofline(soc: SocDescription, values: Values) -> Roofline:
    from compiler_core.soc.rooflines.named_points import PointChoice, points_of, usual_unit

    model, precision = str(values["model"]), _precision(values)
    choice = PointChoice(precision, context=int(values["context"]), batch=int(values["batch"]))
    unit = usual_unit([model], soc, precision)
    return points_of(model, choice).roofed(soc, unit, precision)


def _ladder(soc: SocDescription, values: Values) -> Ladder:
    from compiler_core.soc.latency_hiding.chips import machine_of
    from compiler_core.soc.latency_hiding.ladder import climb, sized
    from compiler_core.soc.latency_hiding.parameters import ladder_parameters

    work, machine = ladder_parameters().kernel(str(values["kernel"])).work, machine_of(soc)
    return climb(sized(work, int(values["elements"]), machine, None), machine)


def _energy(soc: SocDescription, values: Values) -> ByteEnergy:
    from compiler_core.soc.energy import energy_ladder, operation_cost

    return ByteEnergy(energy_ladder(soc), operation_cost(soc, _precision(values)))


_MODELS: dict[ChipCommand, Callable[[SocDescription, Values], object]] = {
    "map": _map,
    "cnn": _cnn,
    "decode": _decode,
    "roofline": _roofline,
    "ladder": _ladder,
    "energy": _energy,
}


def _known(value: float | str | None, why: str) -> Value:
    if value is None:
        raise FactMissing(why)
    return value


def _way(identity: str) -> Callable[[NetworkMapping], Alternative]:
    """One of the ways to share out the kernels."""

    def read(mapping: NetworkMapping) -> Alternative:
        for alternative in mapping.alternatives:
            if alternative.id == identity:
                return alternative
        raise FactMissing(f"{mapping.network} cannot be run so on {mapping.soc}.")

    return read


def _way_fact(title: str, identity: str) -> tuple[Fact, Fact]:
    way = _way(identity)
    return (
        _fact(
            f"milliseconds with {title}",
            "map",
            lambda mapping: way(mapping).totals.seconds * 1e3,
            "ms",
        ),
        _fact(
            f"crossings with {title}",
            "map",
            lambda mapping: float(way(mapping).totals.crossings),
            "",
        ),
    )


def _kernels_on(kind: str) -> Callable[[NetworkMapping], Value]:
    return lambda mapping: float(sum(unit.kernels for unit in mapping.units if unit.kind == kind))


_NO_SPEED = "The model does not fit, so there is no speed."


def _speed(field: str, factor: float = 1.0) -> Callable[[DecodeSpeed], Value]:
    def read(speed: DecodeSpeed) -> Value:
        value = getattr(speed, field)
        if value is None:
            raise FactMissing(_NO_SPEED)
        return value * factor if factor != 1.0 else value

    return read


def _prompt_speed(speed: DecodeSpeed) -> Value:
    """Tokens of the prompt a second until the first token."""
    if not speed.time_to_first_token or not speed.prompt_tokens:
        raise FactMissing(_NO_SPEED)
    return speed.prompt_tokens / speed.time_to_first_token


def _rung(name: str) -> Callable[[Ladder], Value]:
    return lambda ladder: ladder.gains[name]


def _energy_of(name: str) -> Callable[[ByteEnergy], Value]:
    return lambda energy: next(
        rung.picojoules_per_byte for rung in energy.ladder if rung.name == name
    )


def _phase(index: int, field: str) -> Callable[[Roofline], Value]:
    """Of the point that stands at this place: decode is the first of a language model."""

    def read(roofline: Roofline) -> Value:
        return _known(getattr(roofline.points[index], field), "No byte is moved.")

    return read


def _fact(name: str, command: ChipCommand, read: Callable[[Any], Value], unit: str) -> Fact:
    return Fact(of="chip", name=name, stage=command, read=read, unit=unit, basis="modelled")


CHIP_FACTS: tuple[Fact, ...] = (
    *_way_fact("the best mapping", "best"),
    *_way_fact("each kernel on its fastest", "greedy"),
    *_way_fact("all on the CPU", "all-cpu"),
    *_way_fact("all on the GPU", "all-gpu"),
    *_way_fact("the NPU where it can", "all-npu"),
    _fact("kernels on the CPU", "map", _kernels_on("cpu"), "kernels"),
    _fact("kernels on the NPU", "map", _kernels_on("npu"), "kernels"),
    _fact("latency", "cnn", lambda profile: _known(profile.latency_ms, "It does not fit."), "ms"),
    _fact("kernels that wait for memory", "cnn",
          lambda profile: float(sum(kernel.bound == "dram" for kernel in profile.per_kernel)),
          "kernels"),
    _fact("fits", "decode", lambda decoding: decoding.fits, ""),
    _fact("bytes needed", "decode", lambda decoding: decoding.needed_bytes, "bytes"),
    _fact("bytes available", "decode",
          lambda decoding: _known(decoding.available_bytes, "No size is stated."), "bytes"),
    _fact("bytes a token of the shape", "decode",
          lambda decoding: decoding.bytes_per_token, "bytes"),
    _fact("bound by", "decode", _speed("bound"), ""),
    _fact("tokens a second", "decode", _speed("tokens_per_second"), "tokens a second"),
    _fact("prompt tokens a second", "decode", _prompt_speed, "tokens a second"),
    _fact("milliseconds of memory", "decode", _speed("memory_seconds", 1e3), "ms"),
    _fact("milliseconds of compute", "decode", _speed("compute_seconds", 1e3), "ms"),
    _fact("milliseconds of launches", "decode", _speed("launch_seconds", 1e3), "ms"),
    _fact("ridge", "roofline", lambda roofline: roofline.ridge, "operations a byte"),
    _fact("first point bound by", "roofline", _phase(0, "bound"), ""),
    _fact("first point operations a byte", "roofline", _phase(0, "intensity"), ""),
    _fact("tiles", "ladder", lambda ladder: float(ladder.rungs[0].work.tiles), "tiles"),
    _fact("instructions of an element", "ladder",
          lambda ladder: float(ladder.rungs[0].work.operations), "instructions"),
    _fact("gain of vectors", "ladder", _rung("vec"), "×"),
    _fact("gain of four contexts", "ladder", _rung("vec_mt"), "×"),
    _fact("gain of double buffers", "ladder", _rung("vec_mt_db"), "×"),
    _fact("picojoules of a byte in a register", "energy", _energy_of("register"), "pJ"),
    _fact("picojoules of a byte from SRAM", "energy", _energy_of("sram"), "pJ"),
    _fact("picojoules of a byte from DRAM", "energy", _energy_of("dram"), "pJ"),
    _fact("picojoules of a multiply-accumulate", "energy",
          lambda energy: energy.operation.picojoules, "pJ"),
)  # fmt: skip
