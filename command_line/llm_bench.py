"""`lowlab llm bench`: what a prompt and decoding execute and read, as llama-bench lists them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, EngineDirectory

if TYPE_CHECKING:
    from compiler_core.llm.engine.bench import BenchResult
    from compiler_core.llm.engine.cache_price import CachePrice
    from compiler_core.llm.engine.records import EngineBuild


def llm_bench_command(
    directory: EngineDirectory,
    prompt: Annotated[int, typer.Option("--pp", help="Tokens of the prompt; 0: none.")] = 64,
    decoded: Annotated[int, typer.Option("--tg", help="Tokens to decode; 0: none.")] = 16,
    text: Annotated[
        str,
        typer.Option(
            help="A text file: perplexity and divergence of the cache against 32-bit floats."
        ),
    ] = "",
    seconds: Annotated[int, typer.Option(help="Processor time each emulated run may take.")] = 120,
    as_json: AsJson = False,
) -> int:
    """Count a prompt (pp) and decoding (tg) of a compiled model.

    Both run under the emulator.

    Instructions and bytes per token; times under emulation are not times, and none are printed.
    Exit status 1 if a run does not finish.
    """
    from command_line.output import print_error, print_json, print_lines
    from compiler_core.llm.engine.bench import bench_engine
    from compiler_core.llm.engine.manifest import read_engine

    folder = Path(directory)
    result = bench_engine(folder, prompt, decoded, seconds)
    if result.message:
        print_error(result.message)
        return 1
    price = _price(folder, Path(text), seconds) if text else None
    if as_json:
        print_json(_encoded(read_engine(folder), result, price))
    else:
        print_lines(report_lines(read_engine(folder), result, price))
    return 0


def _price(directory: Path, text: Path, seconds: int) -> CachePrice:
    from command_line.llm_run import tokeniser_in
    from compiler_core.errors import InputError
    from compiler_core.llm.engine.cache_price import price_of_cache

    try:
        words = text.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{text} is no text that can be read.", "Give a file in UTF-8.") from error
    return price_of_cache(directory, tokeniser_in(directory).encode(words), seconds)


def _encoded(build: EngineBuild, result: BenchResult, price: CachePrice | None) -> bytes:
    import orjson

    from compiler_core.llm.engine.bench import NO_TIMES

    values = {
        "model": build.name,
        "arithmetic": build.arithmetic,
        "batch": build.batch,
        "cache_type": build.cache_type,
        "cache_bytes": build.cache_bytes,
        "weight_bytes": build.weight_bytes,
        "tests": [dataclasses.asdict(row) for row in result.rows],
        "cache": None if price is None else dataclasses.asdict(price),
        "note": NO_TIMES,
    }
    return orjson.dumps(values)


def report_lines(build: EngineBuild, result: BenchResult, price: CachePrice | None) -> list[str]:
    """A table of llama-bench's columns, then the price of the cache."""
    from command_line.output import columns
    from compiler_core.llm.engine.bench import NO_TIMES

    rows = [("model", "size", "arithmetic", "cache", "test", "instructions", "loaded", "stored")]
    rows += [
        (
            build.name,
            f"{build.weight_bytes:,}",
            build.arithmetic,
            build.cache_type,
            row.test,
            f"{row.instructions_per_token:,}",
            f"{row.bytes_loaded_per_token:,}",
            f"{row.bytes_stored_per_token:,}",
        )
        for row in result.rows
    ]
    lines = [*columns(rows), "", f"Per token; sizes in bytes. {NO_TIMES}"]
    if price is None:
        return lines
    return [
        *lines,
        f"Cache of {price.cache_type}: {price.cache_bytes:,} bytes, {price.float_bytes:,} as f32; "
        f"perplexity {price.perplexity:.4f} against {price.float_perplexity:.4f}, divergence "
        f"{price.divergence:.2e} nats, over {price.tokens:,} tokens.",
    ]
