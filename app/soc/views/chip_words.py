"""A chip's figures in words: labels, units, sizes, speeds."""

from __future__ import annotations

from app.drawing.views.chart import short_number
from compiler_core.sizes import bandwidth_text, size_text
from compiler_core.soc.description import Memory, Precision, SocDescription, Source

_READABLE_BYTES = 1024
_LABELS = {
    "cores": ("Cores", ""),
    "clock_ghz": ("Clock", "GHz"),
    "simd_bits": ("Vector register", "bits"),
    "instructions_per_cycle": ("Instructions that a core takes in a cycle", ""),
    "array_rows": ("Rows of the array, for input channels", ""),
    "array_columns": ("Columns of the array, for output channels", ""),
    "bus_width_bits": ("Bus width", "bits"),
    "transfer_rate_mtps": ("Transfers", "million a second"),
    "capacity_bytes": ("Capacity", "bytes"),
    "latency_ns": ("Latency", "ns"),
    "burst_bytes": ("One access", "bytes"),
    "outstanding_requests": ("Accesses under way at once", ""),
    "energy_pj_per_byte": ("Energy", "pJ a byte"),
    "macs_per_cycle": ("Multiply-accumulates of a core in a cycle", ""),
    "energy_pj_per_mac": ("Energy of a multiply-accumulate", "pJ"),
    "register_energy_pj_per_byte": ("Energy of a register", "pJ a byte"),
    "per_kernel_overhead_us": ("Start of a kernel", "µs"),
    "per_inference_overhead_us": ("Start of a run", "µs"),
    "hand_over_us": ("Hand-over to another unit", "µs"),
    "peak_tera_operations_per_second": ("Peak, as published", "tera operations a second"),
}
_KINDS = {
    "cpu": "CPU cores", "gpu": "GPU", "npu": "Accelerator", "dram": "Main memory",
    "sram": "On-chip memory", "cache": "Cache", "link": "Link to the host",
}  # fmt: skip
_STATES = {
    "opened": "",
    "not opened": "not opened by us",
    "chosen": "no document",
}


def label_and_unit(field: str) -> tuple[str, str]:
    """Of a figure's field, with its precision if it has one."""
    name, _, precision = field.partition(".")
    label, unit = _LABELS.get(name, (name.replace("_", " ").capitalize(), ""))
    return (f"{label}, {precision}" if precision else label), unit


def kind_words(kind: str) -> str:
    """What kind of part it is."""
    return _KINDS[kind]


def peak_text(speed: float, precision: Precision) -> str:
    """`2.05 TOPS int8`, `640 GFLOPS fp32`."""
    noun = "OPS" if precision.startswith("int") else "FLOPS"
    return f"{short_number(speed)}{noun} {precision}"


def plain_number(value: float) -> str:
    """As few digits as say it exactly, thousands set apart."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.12g}"


def readable(field: str, value: float) -> str:
    """A large number of bytes in words, "" for what is readable as it is."""
    return f"= {size_text(value)}" if field == "capacity_bytes" and value >= _READABLE_BYTES else ""


def source_state(source: Source) -> str:
    """What is to be said of a source beside its title."""
    return _STATES[source.state]


def part_titles(soc: SocDescription) -> dict[str, str]:
    """Of units and memories, by name."""
    return {part.name: part.title for part in (*soc.units, *soc.memories)}


def memory_speed(memory: Memory) -> str:
    """Its bandwidth, or that it is not known."""
    speed = memory.bytes_per_second
    return "speed not published" if speed is None else bandwidth_text(speed)
