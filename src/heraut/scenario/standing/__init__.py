"""Facts worked out from positions: who controls and who contests what [SR-SC-6, ST-CON-14]."""
