"""Facts about models and chips that claims speak of: named functions of typed records."""
