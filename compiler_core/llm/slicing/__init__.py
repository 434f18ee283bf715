"""Why a token was written: what a head or a logit read of earlier tokens, and proof that it read no
later one. Start reading at `explained_token.py`."""
