"""Form to domain to page, one module per subject."""
