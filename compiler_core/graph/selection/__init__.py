"""Which kernel each layer gets on which core, with the reasons, as a builder's log."""
