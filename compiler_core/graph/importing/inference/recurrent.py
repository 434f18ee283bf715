"""Rules of LSTM, GRU and RNN: shapes [time, directions, batch, hidden]."""

from __future__ import annotations

from compiler_core.graph.importing.value_facts import Fact, NodeFacts

# Gates for each kind: how many blocks of hidden size the weights hold.
GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
# Functions of each direction, of which the node names all or none.
DEFAULTS = {"LSTM": ("Sigmoid", "Tanh", "Tanh"), "GRU": ("Sigmoid", "Tanh"), "RNN": ("Tanh",)}
DIRECTIONS = {"forward": 1, "reverse": 1, "bidirectional": 2}


def recurrent(node: NodeFacts) -> tuple[Fact, ...]:
    """Y, the last state, and of LSTM the last cell."""
    data, weights, recurrence = node.input(0), node.input(1), node.input(2)
    gates = GATES[node.node.op_type]
    node.require(data.rank == 3, "it reads three axes: time, batch, features")
    node.require(weights.rank == 3 and recurrence.rank == 3, "its weights have three axes each")
    directions = DIRECTIONS.get(node.text("direction", "forward"), 0)
    node.require(directions > 0, f"its direction is none of {', '.join(DIRECTIONS)}")
    wanted = directions * len(DEFAULTS[node.node.op_type])
    given = node.texts("activations")
    node.require(
        len(given) in (0, wanted), f"it names {len(given)} activations where it has {wanted}"
    )
    hidden = recurrence.shape[2]
    batch_first = bool(node.integer("layout", 0))
    batch, time = data.shape[:2] if batch_first else (data.shape[1], data.shape[0])
    node.require(
        weights.shape == (directions, gates * hidden, data.shape[2])
        and recurrence.shape == (directions, gates * hidden, hidden)
        and node.integer("hidden_size", hidden) == hidden,
        "its weights do not fit its input, its direction and its hidden size",
    )
    _check_optional(node, (directions, batch, hidden), gates, batch_first)
    if batch_first:
        whole, last = (batch, time, directions, hidden), (batch, directions, hidden)
    else:
        whole, last = (time, directions, batch, hidden), (directions, batch, hidden)
    state = Fact(data.element_type, last)
    outputs = (Fact(data.element_type, whole), state)
    return (*outputs, state) if node.node.op_type == "LSTM" else outputs


def _check_optional(
    node: NodeFacts, state: tuple[int, int, int], gates: int, batch_first: bool
) -> None:
    """Bias, lengths, initial states, peepholes: each may be left out."""
    directions, batch, hidden = state
    given = (batch, directions, hidden) if batch_first else state
    wanted: list[tuple[int, tuple[int, ...]]] = [
        (3, (directions, 2 * gates * hidden)), (4, (batch,)), (5, given),
    ]  # fmt: skip
    if node.node.op_type == "LSTM":
        wanted += [(6, given), (7, (directions, 3 * hidden))]
    for index, shape in wanted:
        if node.has(index):
            node.require(
                node.input(index).shape == shape,
                f"its input {index + 1} needs the shape {list(shape)}",
            )
