"""Which values do activations take? Histograms, a batch at a time, and ranges chosen from them.

A tensor costs a fixed number of bins however many batches pass; no activation is kept. Start
reading at `calibrate.py`; the methods that choose a range are one file each, and
`measured_choice.py` chooses among them.
"""
