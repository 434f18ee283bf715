"""The ONNX project's own cases against the C that we emit.

    python -m tests.graph.emission.backend_suite --node     every case of one operator
    python -m tests.graph.emission.backend_suite --real     the nine networks, natively
    python -m tests.graph.emission.backend_suite --emulated the three largest under the emulator
    python -m tests.graph.emission.backend_suite --write    rewrite docs/operators.md

Cases are compiled natively, many at a time; their outputs are compared here.
"""
