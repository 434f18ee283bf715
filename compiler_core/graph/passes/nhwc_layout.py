"""Layout: channels last, so that the numbers one multiply needs lie side by side.

Every convolution and pooling becomes its NHWC form between two transposes. What does not care
where the channels lie follows, and so a transpose behind one node and one in front of the next
cancel. What is left stands at the borders: at inputs and outputs of the model, and at nodes that
need NCHW.
Source: Liu et al., "Optimizing CNN model inference on CPUs", USENIX ATC 2019, section 3.2.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.passes.nhwc_functions import (
    ANCHORS,
    NHWC_DOMAIN,
    TO_NCHW,
    TO_NHWC,
    attributes_known,
    import_function,
)
from compiler_core.graph.passes.nhwc_rules import PLACE, four_axes, layout_rule
from compiler_core.graph.passes.nhwc_shuffle import move_channels, shuffle_at
from compiler_core.graph.rewriting import (
    Rewriter,
    integers_of,
    is_operator,
    name_of,
    only_reader,
    sizes_of,
)

_RESHAPING = ("Reshape", "Flatten", "Squeeze")


def lay_out(model: ir.Model) -> PassResult:
    layout = _Layout(model)
    for node in list(model.graph):
        layout.visit(node)
    layout.finish()
    return layout.rewriter.result


class _Layout:
    """The graph while its nodes are laid out, in order.

    last: values whose channels are last by now. turned: for a value, the one with the other layout,
    where a transpose between them exists. idle: transposes of the model that turn nothing any more.
    anchors: nodes with an NHWC form; borders: transposes added.
    """

    def __init__(self, model: ir.Model) -> None:
        self.model = model
        self.rewriter = Rewriter(model)
        self.last: set[ir.Value] = set()
        self.turned: dict[ir.Value, ir.Value] = {}
        self.idle: list[ir.Node] = []
        self.anchors = 0
        self.borders = 0

    def visit(self, node: ir.Node) -> None:
        if is_operator(node, *ANCHORS) and four_axes(node.inputs[0]):
            self._anchor(node)
        elif is_operator(node, "Transpose") and four_axes(node.inputs[0]):
            self._transpose(node)
        elif any(value in self.last for value in node.inputs):
            self._follow(node)

    def _anchor(self, node: ir.Node) -> None:
        reason = self._needs_channels_first(node)
        if reason:
            self.rewriter.refuse(node, reason)
            self._bring_back(node, reason)
            return
        source = node.inputs[0]
        cancelled = self._cancelled([source])
        self._read_channels_last(node, 0)
        self._bring_back(node, f"{name_of(node)} reads its weights as they were.", first=1)
        import_function(self.model, node.op_type)
        node.domain = NHWC_DOMAIN
        self.anchors += 1
        self._mark(node.outputs)
        reason = f"Its channels are last now. {cancelled}".strip()
        self.rewriter.change("laid out", name_of(node), reason, (name_of(node),), (name_of(node),))

    def _needs_channels_first(self, node: ir.Node) -> str:
        if any(value.uses() or value.is_graph_output() for value in node.outputs[1:]):
            return "The positions it also gives count elements as they lie in NCHW."
        if not attributes_known(node):
            return "It has an attribute that its NHWC form does not know."
        if not four_axes(node.outputs[0]) or _read_inside(node.outputs[0]):
            return "Its result is read inside a graph of a node, or has no known shape."
        return ""

    def _follow(self, node: ir.Node) -> None:
        """A node that reads a laid out value: it follows, or the value is turned back for it."""
        if self._shuffles_channels(node) or self._reads_in_either_order(node):
            return
        if self._lists_places(node):
            return
        rule = layout_rule(node)
        rewrite = rule(node) if rule is not None else _second(node)
        if not isinstance(rewrite, str) and any(map(_read_inside, node.outputs)):
            rewrite = "its result is read inside a graph of a node"
        if isinstance(rewrite, str):
            self._bring_back(node, f"{name_of(node)} ({node.op_type}) needs NCHW: {rewrite}.")
            return
        cancelled = self._cancelled(node.inputs)
        for index, value in enumerate(node.inputs):
            if value is not None and value.const_value is None and four_axes(value):
                self._read_channels_last(node, index)
        rewrite(self.rewriter)
        self._mark(node.outputs)
        self.rewriter.change(
            "laid out",
            name_of(node),
            f"It does not care where the channels lie, and works on NHWC. {cancelled}",
            (name_of(node),),
            (name_of(node),),
        )

    def _cancelled(self, values: Sequence[ir.Value | None]) -> str:
        makers = [
            name_of(argument.producer())
            for argument in values
            if argument is not None and argument in self.last
        ]
        if not makers:
            return ""
        return f"The transpose behind {', '.join(makers)} and the one in front of it cancel."

    def _mark(self, outputs: Sequence[ir.Value]) -> None:
        for value in outputs:
            sizes = sizes_of(value)
            if sizes is not None and len(sizes) == 4:
                value.shape = ir.Shape([sizes[axis] for axis in TO_NHWC])
                self.last.add(value)

    def _read_channels_last(self, node: ir.Node, index: int) -> None:
        value = node.inputs[index]
        assert value is not None
        if value in self.last:
            return
        if value not in self.turned:
            who = f"{name_of(value.producer())} gives" if value.producer() else "The model gets"
            reason = f"{who} {value.name} as NCHW; {name_of(node)} reads it as NHWC."
            self.turned[value] = self._border(value, node, TO_NHWC, reason)
        node.replace_input_with(index, self.turned[value])

    def _border(
        self, value: ir.Value, anchor: ir.Node, order: tuple[int, ...], reason: str
    ) -> ir.Value:
        origin = value.producer() or anchor
        layout = "nhwc" if order == TO_NHWC else "nchw"
        made = self.rewriter.node(
            "Transpose", [value], (origin,), {"perm": order}, f"{value.name}_to_{layout}"
        )
        sizes = sizes_of(value) or ()
        made.outputs[0].shape = ir.Shape([sizes[axis] for axis in order])
        made.outputs[0].type = value.type
        self.rewriter.insert_before(anchor, made)
        self.borders += 1
        self.rewriter.change("added", name_of(made), reason, (name_of(origin),), (name_of(made),))
        return made.outputs[0]

    def _bring_back(self, node: ir.Node, reason: str, first: int = 0) -> None:
        """Inputs from the first one on are read with their channels second."""
        for index, value in enumerate(node.inputs):
            if index < first or value is None or value not in self.last:
                continue
            if value not in self.turned:
                self.turned[value] = self._border(value, node, TO_NCHW, reason)
            node.replace_input_with(index, self.turned[value])

    def _transpose(self, node: ir.Node) -> None:
        """A transpose of the model itself: it changes its order, or goes."""
        source = node.inputs[0]
        assert source is not None
        order = integers_of(node, "perm", (3, 2, 1, 0))
        if source not in self.last:
            if order == TO_NCHW:
                # What it reads is NHWC already: nodes that want that need not turn it back.
                self.turned[node.outputs[0]] = source
            return
        turned = tuple(PLACE[axis] for axis in order)
        node.attributes["perm"] = ir.AttrInt64s("perm", turned)
        if turned == (0, 1, 2, 3):
            # Its readers take the value as they see it, so it goes only when all are visited.
            self.idle.append(node)
            return
        reason = f"What it reads is NHWC now, so its order {list(order)} becomes {list(turned)}."
        self.rewriter.change("laid out", name_of(node), reason, (name_of(node),), (name_of(node),))

    def _shuffles_channels(self, node: ir.Node) -> bool:
        """Three nodes that together only move channels follow at once."""
        source = node.inputs[0]
        if source is None or source not in self.last:
            return False
        shuffle = shuffle_at(node, sizes_of(source) or ())
        if shuffle is None or _read_inside(shuffle.nodes[-1].outputs[0]):
            return False
        move_channels(shuffle, self.rewriter)
        self.last.add(shuffle.nodes[-1].outputs[0])
        return True

    def _reads_in_either_order(self, node: ir.Node) -> bool:
        """Reshapes of one channel or one place: the elements lie in the same order."""
        source = node.inputs[0]
        if not is_operator(node, *_RESHAPING) or source not in self.last:
            return False
        _, height, width, channels = sizes_of(source) or (0, 0, 0, 0)
        sizes = sizes_of(node.outputs[0])
        if sizes is None or 0 in sizes or (channels != 1 and height * width != 1):
            return False
        self._reshape_to(node, sizes)
        what = "one channel" if channels == 1 else "one place for each channel"
        self.rewriter.change(
            "laid out",
            name_of(node),
            f"With {what} the elements lie in the same order in NCHW "
            "and NHWC: no transpose is needed.",
            (name_of(node),),
            (name_of(node),),
        )
        return True

    def _reshape_to(self, node: ir.Node, sizes: tuple[int, ...]) -> None:
        shape = self.rewriter.constant(np.array(sizes, np.int64), f"{node.name}_shape")
        node.op_type = "Reshape"
        node.attributes.clear()
        node.resize_inputs(2)
        node.replace_input_with(1, shape)

    def _lists_places(self, node: ir.Node) -> bool:
        """Rows and columns made one axis, then turned behind the channels' place, as transformers
        read patches: with channels last they lie so already."""
        source, turn = node.inputs[0], only_reader(node.outputs[0])
        if not is_operator(node, *_RESHAPING) or source not in self.last or turn is None:
            return False
        batch, height, width, channels = sizes_of(source) or (0, 0, 0, 0)
        if sizes_of(node.outputs[0]) != (batch, channels, height * width):
            return False
        if not is_operator(turn, "Transpose") or integers_of(turn, "perm", ()) != (0, 2, 1):
            return False
        result = node.outputs[0]
        if _read_inside(turn.outputs[0]) or not self.rewriter.can_bypass(turn, result):
            return False
        listed = (batch, height * width, channels)
        self._reshape_to(node, listed)
        result.shape = ir.Shape(listed)
        self.rewriter.bypass(turn, result)
        self.rewriter.change(
            "removed",
            name_of(turn),
            f"{name_of(node)} lists the places of an image whose "
            "channels are last: they already lie in the order that this made.",
            (name_of(turn), name_of(node)),
            (name_of(node),),
        )
        return True

    def finish(self) -> None:
        for value in list(dict.fromkeys(self.model.graph.outputs)):
            if value in self.last:
                self._give_back(value)
        for node in self.idle:
            self._remove_idle(node)
        for node in reversed(list(self.model.graph)):
            output = node.outputs[0]
            if is_operator(node, "Transpose") and not (output.uses() or output.is_graph_output()):
                self.model.graph.remove(node, safe=True)
                self.rewriter.change(
                    "removed",
                    name_of(node),
                    "All that read it read NHWC now, which it turned away from.",
                    (name_of(node),),
                )
        if self.anchors:
            self.rewriter.change(
                "metric",
                "transposes",
                "Two transposes around each convolution and pooling would "
                f"be {2 * self.anchors}; at borders of the layout {self.borders} are left.",
                (),
            )

    def _give_back(self, value: ir.Value) -> None:
        """An output of the model has its channels second, as before."""
        if value not in self.turned:
            nodes = list(self.model.graph)
            made = self._border(
                value, nodes[-1], TO_NCHW, "Outputs of the model keep their layout."
            )
            border = made.producer()
            assert border is not None
            self.model.graph.remove(border)
            self.model.graph.append(border)
            self.turned[value] = made
        self.rewriter.exchange_output(value, self.turned[value])

    def _remove_idle(self, node: ir.Node) -> None:
        source = node.inputs[0]
        if source is None or not self.rewriter.can_bypass(node, source):
            return
        maker = source.producer()
        self.rewriter.bypass(node, source)
        reason = "It turned to NHWC what is NHWC now: nothing is left to do."
        after = (name_of(maker),) if maker is not None else ()
        self.rewriter.change("removed", name_of(node), reason, (name_of(node),), after)


def _second(node: ir.Node) -> str:
    if node.op_type in _RESHAPING:
        return "it counts the elements in that order"
    return f"{node.op_type} has its channels second"


def _read_inside(value: ir.Value) -> bool:
    """Is it read in a graph within a node?"""
    maker = value.producer()
    graph = maker.graph if maker is not None else None
    return any(use.node.graph is not graph for use in value.uses())


NHWC_LAYOUT = GraphPass(
    "nhwc-layout",
    "Put the channels last, and let transposes that meet cancel.",
    lay_out,
)
