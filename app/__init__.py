"""The web application: HTTP, forms and view models. No compiler logic."""
