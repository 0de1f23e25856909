"""Sheets in and out: text files and forms, their faults, the ready-made characters."""
