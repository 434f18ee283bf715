"""The pass ledger: what each pass of the optimiser saved, by running what it left."""
