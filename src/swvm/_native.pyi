"""
The hot loops of swvm. Use the Python packages around it; nothing here checks more than memory safety needs.
"""

def hash_bytes(data: bytes) -> int:
    """The 64-bit hash of a byte string, never 0."""

def combine(h: int, value: int) -> int:
    """Mixes a value into a hash; order matters."""
