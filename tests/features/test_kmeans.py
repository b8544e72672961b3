"""k-means and the tree over its centres: against brute force, the same for any threads and order of summation."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.features.derived import kmeans
from swvm.features.derived.kmeans import SCALE, cluster
from swvm.features.derived.tree import paths_of_tree


def rows(seed: int, count: int = 600, dimensions: int = 12) -> np.ndarray:
    """Rows of at most length 1 whose numbers are multiples of 1/2048: no rounding on the way to whole numbers."""
    rng = np.random.default_rng(seed)
    found = rng.normal(size=(8, dimensions))[rng.integers(8, size=count)] + 0.4 * rng.normal(size=(count, dimensions))
    found /= 1.01 * np.linalg.norm(found, axis=1, keepdims=True)
    return (np.round(found * SCALE) / SCALE).astype(np.float32)


def test_clusters_that_lie_apart_are_found():
    rng = np.random.default_rng(3)
    centres = np.eye(9, dtype=np.float32)
    truth = rng.integers(9, size=500)
    found = centres[truth] + 0.05 * rng.normal(size=(500, 9))
    found = (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)
    numbers, middles = cluster(found, 9, 1)
    assert len({(a, b) for a, b in zip(truth.tolist(), numbers.tolist(), strict=True)}) == 9
    for number in range(9):
        np.testing.assert_allclose(middles[number], found[numbers == number].mean(axis=0), atol=1 / SCALE)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_row_is_with_its_nearest_centre(seed):
    """In whole numbers, where brute force and the matrix product cannot differ."""
    whole = rows(seed)
    numbers, centres = cluster(whole, 20, seed)
    x, c = (np.rint(one.astype(np.float64) * SCALE).astype(np.int64) for one in (whole, centres))
    costs = (c**2).sum(axis=1)[None, :] // 2 - x @ c.T
    assert (costs[np.arange(len(x)), numbers] == costs.min(axis=1)).all()
    assert set(numbers.tolist()) == set(range(len(centres)))


def test_whole_numbers_are_exact():
    """A product in float32 has the value that whole numbers have, for vectors of any direction."""
    rng = np.random.default_rng(4)
    found = rng.normal(size=(300, 700))
    found[0], found[1] = 1.0, 0.0
    found[1, 0] = 1.0
    found = (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)
    whole = kmeans._whole(found)
    exact = whole.astype(np.int64) @ whole.astype(np.int64).T
    assert ((whole @ whole.T).astype(np.int64) == exact).all()
    assert np.abs(exact).max() < 2**23


def test_the_order_of_summation_makes_no_difference():
    whole = rows(5, 900, 40)
    order = np.random.default_rng(6).permutation(40)
    numbers, centres = cluster(whole, 30, 1)
    again, turned = cluster(np.ascontiguousarray(whole[:, order]), 30, 1)
    assert (numbers == again).all()
    assert (centres[:, order] == turned).all()


THREADS = """
import hashlib, numpy as np
from swvm.features.derived.kmeans import cluster
rows = np.random.default_rng(1).normal(size=(6000, 50)).astype(np.float32)
rows /= np.linalg.norm(rows, axis=1, keepdims=True)
numbers, centres = cluster(rows, 64, 1)
print(hashlib.sha256(numbers.tobytes() + centres.tobytes()).hexdigest())
"""


def test_the_same_clusters_for_any_threads():
    found = set()
    for threads in ("1", "3"):
        names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
        environment = {**os.environ, **dict.fromkeys(names, threads)}
        done = subprocess.run([sys.executable, "-c", THREADS], env=environment, capture_output=True, check=True)
        found.add(done.stdout)
    assert len(found) == 1


def test_few_and_equal_rows():
    assert len(cluster(rows(1, 5), 9, 1)[1]) == 5
    same = np.repeat(rows(1, 1), 50, axis=0)
    numbers, centres = cluster(same, 4, 1)
    assert numbers.tolist() == [0] * 50
    np.testing.assert_allclose(centres[0], same[0], atol=1 / SCALE)
    assert cluster(np.zeros((3, 2), np.float32), 2, 1)[0].tolist() == [0, 0, 0]


def brute(centres: np.ndarray, sizes: list[int]) -> list[str]:
    """Ward's tree, every cost computed anew at every step."""
    groups = [([k], c.astype(np.float64), float(n)) for k, (c, n) in enumerate(zip(centres, sizes, strict=True))]
    paths = [""] * len(groups)
    while len(groups) > 1:
        costs = {
            (i, j): ((groups[i][1] - groups[j][1]) ** 2).sum()
            * groups[i][2]
            * groups[j][2]
            / (groups[i][2] + groups[j][2])
            for i in range(len(groups))
            for j in range(i + 1, len(groups))
        }
        i, j = min(costs, key=costs.get)
        (a, x, n), (b, y, m) = groups[i], groups[j]
        for bit, side in (("0", a), ("1", b)):
            for number in side:
                paths[number] = bit + paths[number]
        groups[i] = (a + b, (n * x + m * y) / (n + m), n + m)
        del groups[j]
    return paths


@given(st.integers(1, 14), st.integers(0, 10_000))
def test_the_tree_is_that_of_brute_force(count, seed):
    rng = np.random.default_rng(seed)
    centres, sizes = rng.normal(size=(count, 3)).astype(np.float32), rng.integers(1, 30, size=count)
    assert paths_of_tree(centres, sizes) == brute(centres, sizes.tolist())


def test_a_tree_of_equal_centres():
    paths = paths_of_tree(np.zeros((6, 2), np.float32), np.ones(6, np.int64))
    assert len(set(paths)) == 6
