"""Dark silicon as a calculator: what a cap of watts leaves on of an array of multipliers."""
