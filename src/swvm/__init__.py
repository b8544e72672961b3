"""Label sequences with linear structured models."""

__version__ = "0.1.0"
