"""Why there are compilers for networks: what would have to be written without them."""
