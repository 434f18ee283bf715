"""Whether a model still gives the right answers: pictures with labels, shipped nets, accuracy."""
