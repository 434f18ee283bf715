"""Questions to `lowlab soc` whose answers are kept word for word."""

from __future__ import annotations

CASES: dict[str, str] = {
    # Chips and networks of different kinds: arrays of known and unknown shape, GPUs, CPUs.
    "chips": "list",
    "network-on-a-systolic-array": "cnn mobilenet-v1 --soc coral-edge-tpu --json",
    "network-on-an-array-of-unknown-shape": "cnn squeezenet-1.1 --soc imx8m-plus",
    "network-on-a-gpu": "cnn resnet-18 --soc jetson-orin-nano --precision fp16",
    "network-that-waits-for-memory": "cnn vgg-16 --soc a311d --buffering single",
    "network-of-branches": "cnn inception-v1 --soc coral-edge-tpu",
    "network-with-residuals": "cnn mobilenet-v2 --soc rk3588 --json",
    "network-on-a-microcontroller": "cnn mobilenet-v1 --soc ethos-u65-256",
    # Energy and mapping.
    "energy-of-a-network": "energy mobilenet-v2 --soc generic --json",
    "energy-that-is-not-known": "energy resnet-18 --soc jetson-orin-nano",
    "shared-out": "map resnet-18 --soc rk3588 --json",
    "shared-out-for-energy": "map mobilenet-v1 --soc generic --objective energy",
    "shared-out-without-an-operator": "map resnet-18 --soc generic --without Add --hand-over-us 50",
    "shared-out-over-a-link": "map mobilenet-v2 --soc generic --link-gbps 2",
    # Roofs.
    "roofline-of-a-network": "roofline mobilenet-v1 --soc rk3588",
    "roofline-of-another-memory": "roofline squeezenet-1.1 --soc generic --memory sram",
    "roofline-of-a-published-model": "roofline vgg-16 resnet-50 --soc rk3588 --precision fp16",
    # Language models.
    "decode-on-a-cpu": "decode --config llama-2-7b --soc raspberry-pi-5 --type q4_0 --prompt 109",
    "decode-on-a-gpu": "decode --config llama-3.1-8b --soc apple-m4 --type q4_k_m --json",
    "decode-in-a-batch": "decode --config qwen2.5-0.5b --soc rk3588"
    " --type q8_0 --batch 8 --context 4096",
    "decode-with-threads": "decode --config llama-3.2-1b --soc raspberry-pi-5"
    " --type q4_0 --threads 2",
    "decode-with-threads-of-one-cluster": "decode --config qwen2.5-0.5b --soc rk3588"
    " --type q4_0 --unit big --threads 2",
    "decode-on-a-unit-of-unknown-speed": "decode --config qwen2.5-0.5b"
    " --soc imx8m-plus --type q4_0",
    "decode-that-does-not-fit": "decode --config llama-3.1-8b --soc imx8m-plus --type f16",
    "decode-by-an-engine": "decode --config qwen2.5-0.5b --soc rk3588"
    " --type q4_0 --engine llama.cpp-cpu",
    # One layer, and one kernel.
    "tiles": "tile --layer 56x56x64x64 --soc ethos-u65-256",
    "tiles-of-groups": "tile --layer 28x28x96x96 --groups 4 --residuals 1 --buffers 2",
    "tiles-as-asked": "tile --layer 28x28x64x64 --tile 7x7x64x16 --order pixels_first",
    "ladder-of-gelu": "ladder",
    "ladder-bound-by-memory": "ladder --kernel vector-add --json",
    "ladder-on-a-chip": "ladder --kernel silu --soc rk3588 --elements 65536",
    # What cannot be answered.
    "no-such-chip": "cnn mobilenet-v1 --soc nowhere",
    "no-such-network": "cnn nowhere",
    "no-such-precision": "cnn mobilenet-v1 --precision int3",
    "no-such-memory": "roofline mobilenet-v1 --memory tape",
    "no-such-unit": "roofline mobilenet-v1 --unit abacus",
    "no-such-model": "decode --config nowhere --type q4_0",
    "no-such-type": "decode --config llama-2-7b --type q9",
    "no-such-engine": "decode --config llama-2-7b --type q4_0 --soc rk3588 --engine nowhere",
    "no-such-kernel": "ladder --kernel nowhere",
    "no-such-objective": "map mobilenet-v1 --objective beauty",
    "tile-that-does-not-fit": "tile --layer 512x512x512x512 --tile 512x512x512x512",
    "tile-of-nothing": "tile --layer 0x1x1x1",
    "buffers-that-do-not-fit": "ladder --tile 1000000",
}
