"""The first page, pages that belong to no subject, and what pages of all subjects share."""
