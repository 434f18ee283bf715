"""A few samples out of a stream of any length, spread evenly over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

MOST_SAMPLES = 16


class SpreadSamples:
    """Every sample at first; once there are MOST_SAMPLES, every second of them and of those to
    come, and so on: from 8 to 16 of a long stream, always with its first.
    """

    def __init__(self) -> None:
        self.samples: list[Mapping[str, np.ndarray]] = []
        self._stride = 1

    def passing(
        self, batches: Iterable[Mapping[str, np.ndarray]]
    ) -> Iterator[Mapping[str, np.ndarray]]:
        """The same batches, some of which are kept."""
        for number, batch in enumerate(batches):
            if len(self.samples) == MOST_SAMPLES and number % self._stride == 0:
                self.samples = self.samples[::2]
                self._stride *= 2
            if number % self._stride == 0:
                self.samples.append(batch)
            yield batch
