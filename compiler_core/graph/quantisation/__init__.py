"""From a float32 model to int8: where, at which scale, and why.

`quantise.py` makes a model with QuantizeLinear and DequantizeLinear that any runtime can run;
`integer_form.py` turns that into integer operators; `reference.py` says, in numpy, what these
compute. Start reading at `placement.py`: it decides which values become int8.
"""
