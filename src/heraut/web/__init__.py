"""The web shell: Django on ASGI. Desk, phones, screens, API."""
