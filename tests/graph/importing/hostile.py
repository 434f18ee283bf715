"""Files that someone might send to break the importer, made by code.

Each entry: a name, a function that makes the bytes, and words that the refusal must contain.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from onnx import AttributeProto, ModelProto, NodeProto, TensorProto, helper

from tests.graph.importing.models import convolution_model, model, one_node, tensor

Maker = Callable[[], bytes]
LARGE = 1 << 40


def bytes_of(made: ModelProto) -> bytes:
    return made.SerializeToString()


def field(number: int, content: bytes) -> bytes:
    """A protobuf field with a length."""
    return varint(number << 3 | 2) + varint(len(content)) + content


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def changed(change: Callable[[ModelProto], object]) -> Maker:
    """The good model with one thing wrong."""

    def make() -> bytes:
        made = convolution_model()
        change(made)
        return bytes_of(made)

    return make


def of(operator: str, *arrays: object, opset: int = 17, **attributes: object) -> Maker:
    """One node on a 1×4×8×8 input with these constants."""
    constants = {f"c{at}": np.array(array) for at, array in enumerate(arrays)}
    return lambda: bytes_of(one_node(operator, constants=constants, opset=opset, **attributes))


def made_of(node: Callable[[], NodeProto], **constants: object) -> Maker:
    arrays = {name: np.array(value) for name, value in constants.items()}
    return lambda: bytes_of(model([node()], {"x": (1, 4, 8, 8)}, ["y"], arrays))


def nested_fields(levels: int) -> bytes:
    """Graphs within attributes within nodes; field numbers of onnx.proto3."""
    content = b""
    for _ in range(levels):
        attribute = field(1, b"g") + field(6, content)
        content = field(1, field(5, attribute))
    return field(7, content)


def nested_graphs(levels: int) -> bytes:
    inner = helper.make_graph(
        [helper.make_node("Identity", ["x"], ["z0"])],
        "g",
        [],
        [helper.make_tensor_value_info("z0", 1, None)],
    )
    for level in range(1, levels):
        node = helper.make_node("If", ["k"], [f"z{level}"], then_branch=inner, else_branch=inner)
        output = helper.make_tensor_value_info(f"z{level}", 1, None)
        inner = helper.make_graph([node], "g", [], [output])
    top = helper.make_node("If", ["k"], ["y"], then_branch=inner, else_branch=inner)
    return bytes_of(model([top], {"x": (1, 4)}, ["y"], {"k": np.array(True)}))


def cycle() -> bytes:
    nodes = [helper.make_node("Add", ["x", "b"], ["a"]), helper.make_node("Relu", ["a"], ["b"])]
    return bytes_of(model(nodes, {"x": (1, 4)}, ["b"]))


def self_loop() -> bytes:
    return bytes_of(model([helper.make_node("Add", ["x", "y"], ["y"])], {"x": (1, 4)}, ["y"]))


def many_nodes(count: int) -> bytes:
    """The bytes of so many Relu nodes one behind another, without building them one by one."""
    nodes = b"".join(
        field(1, field(1, b"v%d" % at) + field(2, b"v%d" % (at + 1)) + field(4, b"Relu"))
        for at in range(count)
    )
    info = field(2, field(1, varint(8) + varint(1) + field(2, field(1, varint(8) + varint(4)))))
    graph = nodes + field(11, field(1, b"v0") + info) + field(12, field(1, b"v%d" % count))
    return varint(8) + varint(8) + field(7, graph) + field(8, varint(16) + varint(17))


def doubling() -> bytes:
    """Each Concat doubles: 2 to the power of 40 elements."""
    nodes = [
        helper.make_node("Concat", [f"v{at}", f"v{at}"], [f"v{at + 1}"], axis=0) for at in range(40)
    ]
    return bytes_of(model(nodes, {"v0": (4, 4)}, ["v40"]))


def multiplied_tiles() -> bytes:
    nodes = [helper.make_node("Tile", [f"v{at}", "r"], [f"v{at + 1}"]) for at in range(12)]
    return bytes_of(model(nodes, {"v0": (1, 4)}, ["v12"], {"r": np.array([64, 64])}))


def many_large_activations() -> bytes:
    nodes = [helper.make_node("Expand", ["x", "s"], [f"v{at}"]) for at in range(20)]
    shape = np.array([1, 32, 1024, 1024 - 8])
    return bytes_of(model(nodes, {"x": (1, 1, 1, 1)}, ["v0"], {"s": shape}))


def slow_convolutions() -> bytes:
    weights = np.zeros((512, 512, 7, 7), np.float32)
    nodes = [
        helper.make_node("Conv", [f"v{at}", "w"], [f"v{at + 1}"], pads=[3] * 4) for at in range(3)
    ]
    return bytes_of(model(nodes, {"v0": (1, 512, 128, 128)}, ["v3"], {"w": weights}))


def external(proto: ModelProto) -> None:
    one = proto.graph.initializer[0]
    one.ClearField("raw_data")
    one.data_location = TensorProto.EXTERNAL
    one.external_data.add(key="location", value="/etc/passwd")


def external_without_flag(proto: ModelProto) -> None:
    proto.graph.initializer[0].external_data.add(key="location", value="../../secret")


def external_in_attribute() -> bytes:
    inside = tensor("t", np.zeros(4, np.float32))
    inside.ClearField("raw_data")
    inside.data_location = TensorProto.EXTERNAL
    inside.external_data.add(key="location", value="weights.bin")
    return bytes_of(model([helper.make_node("Constant", [], ["y"], value=inside)], {}, ["y"]))


def claimed_size(dims: list[int]) -> Maker:
    """A constant that says it is larger than its bytes."""

    def change(proto: ModelProto) -> None:
        del proto.graph.initializer[0].dims[:]
        proto.graph.initializer[0].dims.extend(dims)

    return changed(change)


def input_of(shape: list[int]) -> Maker:
    return lambda: bytes_of(one_node("Relu", shape))


def two_weights() -> bytes:
    """Each within its limit, together over theirs."""
    made = convolution_model()
    for name in ("p", "q", "r"):
        one = made.graph.initializer.add(name=name, data_type=3, dims=[1 << 25])
        one.raw_data = bytes(1 << 25)
    return bytes_of(made)


def bomb_of_packed_numbers() -> bytes:
    one = TensorProto(name="p", data_type=7, dims=[17 << 20])
    content = one.SerializeToString() + field(7, bytes(17 << 20))
    return field(7, field(5, content)) + field(8, varint(16) + varint(17))


def set_type(number: int) -> Maker:
    def change(proto: ModelProto) -> None:
        proto.graph.initializer[0].data_type = number

    return changed(change)


def rename_output(proto: ModelProto) -> None:
    proto.graph.node[2].output[0] = "c"


def rename_constant(proto: ModelProto) -> None:
    proto.graph.initializer[1].name = "w"


def shadow_input(proto: ModelProto) -> None:
    proto.graph.node[2].output[0] = "x"


def unknown_attribute(proto: ModelProto) -> None:
    proto.graph.node[2].attribute.append(helper.make_attribute("secret", 1))


def wrong_attribute_type(proto: ModelProto) -> None:
    del proto.graph.node[0].attribute[:]
    proto.graph.node[0].attribute.append(helper.make_attribute("pads", "all of them"))


def same_attribute_twice(proto: ModelProto) -> None:
    proto.graph.node[0].attribute.append(helper.make_attribute("pads", [0] * 4))


def reference(proto: ModelProto) -> None:
    proto.graph.node[0].attribute.append(
        AttributeProto(name="strides", ref_attr_name="s", type=AttributeProto.INTS)
    )


def own_function(proto: ModelProto) -> None:
    node = helper.make_node("Relu", ["a"], ["b"])
    proto.functions.append(helper.make_function("own", "Bomb", ["a"], ["b"], [node], []))


def second_operator_set(proto: ModelProto) -> None:
    proto.opset_import.append(helper.make_opsetid("ai.onnx", 13))


def operator_set(version: int) -> Maker:
    def change(proto: ModelProto) -> None:
        proto.opset_import[0].version = version

    return changed(change)


def sequence_input(proto: ModelProto) -> None:
    kind = proto.graph.input[0].type
    kind.sequence_type.elem_type.tensor_type.elem_type = 1


def segment(proto: ModelProto) -> None:
    proto.graph.initializer[0].segment.begin = 0
    proto.graph.initializer[0].segment.end = 1 << 60


def both_forms(proto: ModelProto) -> None:
    proto.graph.initializer[0].float_data.extend([0.0] * 162)


def sparse(proto: ModelProto) -> None:
    one = proto.graph.sparse_initializer.add(dims=[1 << 40])
    one.values.CopyFrom(tensor("sparse", np.zeros(1, np.float32)))


def group(count: int) -> Maker:
    def change(proto: ModelProto) -> None:
        proto.graph.node[0].attribute.append(helper.make_attribute("group", count))

    return changed(change)


def with_attribute(name: str, value: object) -> Maker:
    def change(proto: ModelProto) -> None:
        kept = [one for one in proto.graph.node[0].attribute if one.name != name]
        del proto.graph.node[0].attribute[:]
        proto.graph.node[0].attribute.extend([*kept, helper.make_attribute(name, value)])

    return changed(change)


GOOD = bytes_of(convolution_model())

HOSTILE: tuple[tuple[str, Maker, str], ...] = (
    # What is no model at all.
    ("empty file", lambda: b"", "empty"),
    ("text", lambda: b"This is not a model, it is a letter to you.", ""),
    ("zeros", lambda: bytes(5000), "no known form"),
    ("picture", lambda: b"\x89PNG\r\n\x1a\n" + bytes(100), ""),
    ("pickle", lambda: b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00cos\nsystem\n.", ""),
    ("placeholder of large files", lambda: b"version https://git-lfs.github.com/spec/v1\n", ""),
    ("cut in half", lambda: GOOD[: len(GOOD) // 2], "ends in the middle"),
    ("last byte missing", lambda: GOOD[:-1], "ends in the middle"),
    ("length beyond the end", lambda: field(7, b"")[:1] + varint(1 << 62), "ends in the middle"),
    ("endless number", lambda: b"\x08" + b"\xff" * 20, "too many bytes"),
    ("obsolete group", lambda: b"\x0b\x0c", "no known form"),
    ("name that is no text", lambda: field(2, b"\xff\xfe\xff"), "not UTF-8"),
    # What would cost memory or time before it is even read.
    ("600,000 empty nodes", lambda: field(7, b"\x0a\x00" * 610_000), "protobuf fields"),
    ("packed numbers", bomb_of_packed_numbers, "packed numbers"),
    ("deep messages", lambda: nested_fields(40), "nested messages"),
    ("name of a megabyte", lambda: field(2, b"n" * (1 << 20)), "one name"),
    ("documentation of a megabyte", lambda: field(6, b"d" * (1 << 20)), "one text"),
    ("too many nodes", lambda: many_nodes(21_000), "nodes"),
    # Sizes that lie.
    ("constant of a terabyte", claimed_size([1 << 20, 1 << 20]), "elements of one tensor"),
    ("constant whose size overflows", claimed_size([1 << 62, 1 << 62, 4]), "of one tensor"),
    ("negative size", claimed_size([-6, 3, 3, 3]), "negative"),
    ("two negative sizes", claimed_size([-6, -3, 3, 3]), "negative"),
    ("too few bytes", claimed_size([7, 3, 3, 3]), "are expected"),
    ("too many bytes", claimed_size([5, 3, 3, 3]), "are expected"),
    ("empty size, some bytes", claimed_size([0]), "are expected"),
    ("too many axes", claimed_size([1] * 40), "axes"),
    ("weights over the limit together", two_weights, "all weights"),
    ("input of a terabyte", input_of([1, 1 << 20, 1 << 20, 1]), "of one tensor"),
    ("input of negative size", input_of([1, -3, 8, 8]), "negative"),
    ("input of nothing", input_of([1, 0, 8, 8]), "size 0"),
    ("input of many axes", input_of([1] * 30), "axes"),
    # Data from elsewhere.
    ("weights in another file", changed(external), "another file"),
    ("weights in another file, unmarked", changed(external_without_flag), "another file"),
    ("attribute in another file", external_in_attribute, "another file"),
    ("weights cut into segments", changed(segment), "segments"),
    ("weights given twice", changed(both_forms), "twice"),
    ("sparse weights", changed(sparse), "sparse"),
    ("text as weights", set_type(8), "element type"),
    ("unknown type", set_type(99), "element type"),
    ("complex numbers", set_type(14), "element type"),
    ("negative type", set_type(-1), "element type"),
    # Graphs that are none.
    ("cycle", cycle, "cycle"),
    ("node that reads itself", self_loop, "cycle"),
    ("value made twice", changed(rename_output), "made twice"),
    ("constant made twice", changed(rename_constant), "made twice"),
    ("input made again", changed(shadow_input), "made twice"),
    ("value nobody makes", made_of(lambda: helper.make_node("Add", ["x", "ghost"], ["y"])),
     "nothing makes"),
    ("output nobody makes", made_of(lambda: helper.make_node("Relu", ["x"], ["z"])),
     "Nothing makes"),
    ("no graph", lambda: ModelProto(ir_version=8).SerializeToString(), "no graph"),
    ("no outputs", changed(lambda proto: proto.graph.ClearField("output")), "no outputs"),
    ("no operator set", changed(lambda proto: proto.ClearField("opset_import")), "operator sets"),
    ("two operator sets", changed(second_operator_set), "operator sets"),
    ("operator set of the future", operator_set(999), "not known"),
    ("operator set below zero", operator_set(-4), "not known"),
    ("functions of its own", changed(own_function), "functions of its own"),
    ("training", changed(lambda proto: proto.training_info.add()), "training"),
    ("input that is a list", changed(sequence_input), "no tensor"),
    ("graphs within graphs", lambda: nested_graphs(6), "levels"),
    # Nodes that do not fit their operator.
    ("unknown attribute", changed(unknown_attribute), "does not know"),
    ("attribute of a wrong type", changed(wrong_attribute_type), "wrong type"),
    ("attribute twice", changed(same_attribute_twice), "twice"),
    ("attribute by reference", changed(reference), "refers"),
    ("too many inputs", made_of(lambda: helper.make_node("Relu", ["x", "x"], ["y"])), "takes 1"),
    ("too many outputs", made_of(lambda: helper.make_node("Relu", ["x"], ["y", "z"])), "takes 1"),
    ("no inputs", made_of(lambda: helper.make_node("Add", [], ["y"])), "takes 2"),
    ("no operator", made_of(lambda: helper.make_node("", ["x"], ["y"])), "no operator"),
    ("mixed types", of("Add", np.int64(3)), "mixes the types"),
    ("type the operator cannot take", of("Gather", np.float32(1)), "must not be of type"),
    ("stride 0", with_attribute("strides", [0, 0]), "at least 1"),
    ("dilation below 0", with_attribute("dilations", [-1, 1]), "at least 1"),
    ("pads below 0", with_attribute("pads", [-1] * 4), "must not be negative"),
    ("pads without end", with_attribute("pads", [LARGE] * 4), "too large"),
    ("pads that make a huge picture", with_attribute("pads", [900_000] * 4), "of one tensor"),
    ("kernel that is another", with_attribute("kernel_shape", [5, 5]), "kernel_shape"),
    ("empty window", of("MaxPool", kernel_shape=[0, 0]), "window"),
    ("window larger than the picture", of("MaxPool", kernel_shape=[99, 99]), "larger"),
    ("group 0", group(0), "group"),
    ("group that does not divide", group(5), "group"),
    ("channels that do not fit", group(2), "channels"),
    ("division of integers by zero",
     lambda: bytes_of(model([helper.make_node("Div", ["x", "z"], ["y"])], {"x": (1, 4)}, ["y"],
                            {"z": np.zeros(1, np.int64)}, element_type=7)), "by zero"),
    ("division of integers by an input",
     lambda: bytes_of(model([helper.make_node("Mod", ["x", "x"], ["y"])], {"x": (1, 4)}, ["y"],
                            element_type=7)), "only a run can know"),
    ("reshape to other elements", of("Reshape", [1, 5]), "are asked for"),
    ("reshape with two open sizes", of("Reshape", [-1, -1]), "left open"),
    ("axis that does not exist", of("Softmax", axis=9), "axis 9"),
    ("transpose to no order", of("Transpose", perm=[0, 0, 1, 1]), "permutation"),
    ("gather outside", of("Gather", [7], axis=1), "outside"),
    ("split into other sizes",
     made_of(lambda: helper.make_node("Split", ["x", "s"], ["y", "z"], axis=1), s=[1, 1]),
     "do not make"),
    ("slice of step 0", of("Slice", [0], [9], [1], [0]), "step is 0"),
    ("resize without end", of("Resize", np.float32([]), np.float32([1, 1, 1e5, 1e5])), "scale"),
    ("resize to a huge picture", of("Resize", np.float32([]), np.float32([1, 1, 6e4, 6e4])),
     "of one tensor"),
    # Small files that would compute large constants.
    ("fill of a terabyte", made_of(lambda: helper.make_node("ConstantOfShape", ["s"], ["y"]),
                                   s=[1 << 20, 1 << 20]), "of one tensor"),
    ("fill of a negative size", made_of(lambda: helper.make_node("ConstantOfShape", ["s"], ["y"]),
                                        s=[-5]), "negative"),
    ("expand without end", of("Expand", [1 << 20, 4, 8, 8]), "of one tensor"),
    ("tile without end", of("Tile", [1 << 20, 1 << 20, 1, 1]), "of one tensor"),
    ("range without end", made_of(lambda: helper.make_node("Range", ["a", "b", "c"], ["y"]),
                                  a=0, b=LARGE, c=1), "of one tensor"),
    ("range of step 0", made_of(lambda: helper.make_node("Range", ["a", "b", "c"], ["y"]),
                                a=0, b=9, c=0), "step is 0"),
    ("range to infinity", made_of(lambda: helper.make_node("Range", ["a", "b", "c"], ["y"]),
                                  a=np.float32(0), b=np.float32("inf"), c=np.float32(1)), "finite"),
    ("pad without end", of("Pad", [0, 0, LARGE, LARGE, 0, 0, LARGE, LARGE]), "of one tensor"),
    ("one hot without end",
     made_of(lambda: helper.make_node("OneHot", ["i", "d", "v"], ["y"]), i=[1, 2], d=LARGE,
             v=np.float32([0, 1])), "of one tensor"),
    ("concat that doubles", doubling, "of one tensor"),
    ("tile of tiles", multiplied_tiles, "of one tensor"),
    ("many large activations", many_large_activations, "all activations"),
    ("convolutions without end", slow_convolutions, "multiply-accumulates"),
)  # fmt: skip
