"""Clusters of word vectors: `vectors(w, "vectors.npz", clusters=500)`.

The file is what `numpy.savez` writes: an array `words` of strings and an array `vectors` with a row for each. The rows,
scaled to length 1, are put into clusters (`kmeans`); the clusters' centres are joined two by two, the nearest first,
and the tree gives each a path of bits: `prefix(emb[i], 4)` is a coarser cluster, as of Brown's.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

from swvm.errors import DataError, SettingError
from swvm.features.derived.clusters import word_table
from swvm.features.derived.declaration import Declaration
from swvm.features.derived.kmeans import cluster
from swvm.features.derived.making import Made, Maker, Training, file_of, register
from swvm.features.derived.terms import Terms
from swvm.features.derived.tree import paths_of_tree

CLUSTERS, SEED, MOST_CLUSTERS = 500, 1, 4096
EXPECTED = "expected the arrays `words` (texts) and `vectors` (a row of numbers for each), as numpy.savez writes them"

Floats = npt.NDArray[np.float32]


def make_vectors(declaration: Declaration, terms: Terms, training: Training) -> Made:
    """Read vectors and put them into clusters."""
    wanted = int(declaration.option("clusters") or CLUSTERS)
    if not 2 <= wanted <= MOST_CLUSTERS:
        raise SettingError(f"{declaration}: clusters is {wanted}; it must be from 2 to {MOST_CLUSTERS}")
    words, vectors = read_vectors(file_of(declaration))
    seed = declaration.option("seed")
    numbers, centres = cluster(vectors, wanted, SEED if seed is None else int(seed))
    paths = paths_of_tree(centres, np.bincount(numbers, minlength=len(centres)))
    pairs = [(word, paths[number]) for word, number in zip(words, numbers.tolist(), strict=True)]
    return Made(word_table(declaration, terms, training, pairs))


def read_vectors(path: Path) -> tuple[list[str], Floats]:
    """Return the words and their vectors, scaled to length 1."""
    words, vectors = _arrays(path)
    if words.ndim != 1 or words.dtype.kind != "U" or vectors.ndim != 2 or vectors.dtype.kind not in "fi":
        raise DataError(f"{path}: {EXPECTED}; found {words.dtype}{words.shape} and {vectors.dtype}{vectors.shape}")
    if len(words) != len(vectors) or not vectors.size:
        raise DataError(f"{path}: {len(words)} words and vectors of the shape {vectors.shape}; {EXPECTED}")
    rows = vectors.astype(np.float32)
    if not np.isfinite(rows).all():
        bad = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        raise DataError(f"{path}: the vector of {str(words[bad])!r} (row {bad}) has a number that is not finite")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows /= np.where(lengths > 0, lengths, 1)
    return words.tolist(), rows


def _arrays(path: Path) -> tuple[npt.NDArray[np.str_], npt.NDArray[np.float32]]:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return arrays["words"], arrays["vectors"]
    except FileNotFoundError:
        raise DataError(f"{path}: there is no such file, which a derived column is made from") from None
    except OSError as error:
        raise DataError(f"{path}: cannot read: {error.strerror or error}") from None
    except (KeyError, ValueError, AttributeError, TypeError, zipfile.BadZipFile):
        raise DataError(f"{path}: {EXPECTED}; this file is none such") from None


register(
    Maker(
        "vectors",
        make_vectors,
        "the cluster of a word's vector, as a path of bits",
        'emb = vectors(w, "vectors.npz", clusters=500)',
        file=True,
        options={"clusters": int, "seed": int},
    )
)
