"""FILE -> Corpus."""

from swvm.data.corpus import Column, Corpus

__all__ = ["Column", "Corpus"]
