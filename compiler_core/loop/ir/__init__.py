"""The intermediate representation: types, values, blocks, functions; text form and verifier."""
