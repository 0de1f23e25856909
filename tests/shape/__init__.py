"""What every engine of the catalogue must satisfy."""
