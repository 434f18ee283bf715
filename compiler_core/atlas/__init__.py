"""The atlas: what compilers of the industry do, run page by page, beside our own."""
