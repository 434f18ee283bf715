"""How long a test waits for what must come.

How fast it comes is for `script/bench` to say: that a machine has others to serve as well must not
make a right answer fail. Shorter than tests/silence.py gives a whole test.
"""

PATIENCE_SECONDS = 300.0
PATIENCE_MILLISECONDS = PATIENCE_SECONDS * 1000
