"""The hash is part of the model format: its values are frozen."""

from swvm import _native


def test_hash_values_are_frozen():
    assert _native.hash_bytes(b"abc") == 8450168756250434652
    assert _native.combine(1, 2) == 1651933054485889562


def test_hash_is_never_zero_and_depends_on_length():
    values = {_native.hash_bytes(b"\0" * n) for n in range(40)}
    assert len(values) == 40
    assert 0 not in values
