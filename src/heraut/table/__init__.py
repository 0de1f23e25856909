"""The table: shapes, what is measured between them, outlines people draw, regions where something may lie."""
