"""
The hot loops of swvm. Use the Python packages around it; nothing here checks more than memory safety needs.
"""

from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

def hash_bytes(data: bytes) -> int:
    """The 64-bit hash of a byte string, never 0."""

def combine(h: int, value: int) -> int:
    """Mixes a value into a hash; order matters."""

class Interner:
    """Strings and their codes, in order of first appearance."""

    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, code: int) -> str: ...
    def intern(self, texts: list[str]) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """The codes of the texts; new ones get new codes."""

    def find(self, text: str) -> int:
        """The code of the text, or -1."""

    def strings(self, start: int = 0) -> list[str]:
        """All strings from the code `start` on."""

    @property
    def n_bytes(self) -> int:
        """The bytes of all strings."""

    def __getstate__(self) -> tuple[bytes, Annotated[NDArray[numpy.int64], dict(shape=(None,))]]: ...
    def __setstate__(
        self,
        arg: tuple[
            bytes, Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)]
        ],
        /,
    ) -> None: ...

class Layout:
    """How a column file is laid out."""

    def __init__(self, separator: str, n_columns: int, comments: str = "", skip_ranges: bool = False) -> None: ...
    @property
    def separator(self) -> str: ...
    @property
    def n_columns(self) -> int: ...
    @property
    def comments(self) -> str: ...
    @property
    def skip_ranges(self) -> bool: ...

def find_layout(block: bytes, separator: str = "", comments: str = "") -> Layout:
    """The layout of the first row; an empty separator is found."""

def parse_columns(
    block: bytes, layout: Layout, wanted: Sequence[Interner | None], first_line: int = 1
) -> tuple[
    list[Annotated[NDArray[numpy.int32], dict(shape=(None,))]],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
]:
    """
    A column file: (codes of the wanted columns, sentence offsets, document starts, line ends). `wanted` has an Interner or None for each column of the file.
    """

def parse_sentences(
    block: bytes, words: Interner, first_line: int = 1
) -> tuple[
    list[Annotated[NDArray[numpy.int32], dict(shape=(None,))]],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
]:
    """Plain text, one sentence a line: the same; without line ends."""

def last_sentence_end(block: bytes) -> int:
    """
    Where the last sentence of a column file ends, behind its blank line, or 0.
    """

def append_labels(
    block: bytes,
    line_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    separator: str,
    strings: Sequence[str],
) -> bytes:
    """The block with a separator and a label at each line end."""

def word_function(calls: Sequence[tuple[str, Sequence[int]]], words: list[str]) -> list[str | None]:
    """
    The value of each word under the calls (name, numbers), the innermost first; None where it is absent.
    """

def atom_hashes(
    interner: Interner, calls: Sequence[tuple[str, Sequence[int]]], start: int = 0
) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    The hash of the value of each string of the interner from the code `start` on; 0 where it is absent.
    """

def unicode_version() -> str:
    """The version of Unicode that the word functions know."""

def unicode_flags() -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """
    The classes of every code point: 1 upper, 2 lower, 4 title, 8 alpha, 16 decimal, 32 assigned.
    """

def flatten_attributes(
    attributes: Interner, tokens: Interner, sentences: Sequence[object]
) -> tuple[
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int32], dict(shape=(None,))],
    Annotated[NDArray[numpy.float32], dict(shape=(None,))] | None,
    Annotated[NDArray[numpy.int32], dict(shape=(None,))],
]:
    """
    Tokens as dicts: sentence offsets, where each token's attributes begin, their codes, their values unless all are 1, and the code of a text that stands for each token.
    """

def instruction_set() -> str:
    """The instruction set of the kernels: avx2 or base."""

def use_instruction_set(name: str) -> bool:
    """
    Chooses the kernels of later calls; False where this machine does not have the set.
    """

class Chain:
    """The label space and where the weight of each clique lies."""

    def __init__(
        self,
        labels: int,
        order: int,
        features: Sequence[int],
        constants: Sequence[tuple[int, int]] = [],
        pairs: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)]
        | None = None,
        allowed: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu", writable=False)]
        | None = None,
        start: int | None = None,
    ) -> None: ...
    @property
    def labels(self) -> int: ...
    @property
    def order(self) -> int: ...
    @property
    def lanes(self) -> int: ...
    @property
    def boundary(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def pairs(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]: ...
    @property
    def base(self) -> tuple[int, int, int, int]: ...
    @property
    def contexts(self) -> tuple[int, int, int, int]: ...
    @property
    def features(self) -> tuple[int, int, int, int]: ...

class EncodedArrays:
    """The arrays of an encoded corpus, checked."""

    def __init__(
        self,
        offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        spans: Sequence[tuple[object, ...]],
        gold: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)]
        | None = None,
        dense: Sequence[
            tuple[
                Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
                Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
                int,
            ]
        ] = [],
    ) -> None: ...

def decode(
    chain: Chain,
    weights: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    encoded: EncodedArrays,
    k_best: int = 1,
    forced: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)] | None = None,
    threads: int = 1,
    groups: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)] | None = None,
) -> tuple[
    Annotated[NDArray[numpy.int32], dict(shape=(None, None))],
    Annotated[NDArray[numpy.float64], dict(shape=(None, None))],
]:
    """
    The best labellings: labels [k, tokens], -1 where there are fewer, and scores [k, sentences]. With groups (a number per label) `forced` names groups.
    """

def score_paths(
    chain: Chain,
    weights: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    encoded: EncodedArrays,
    labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """The score of a given labelling of each sentence."""

class MentionArrays:
    """Mentions [M, 4] and the rule by which labels are read as mentions."""

    def __init__(
        self,
        mentions: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        starts: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        ends: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        types: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ) -> None: ...

class ReadingArrays:
    """How the labels of a chain come out as those of another scheme."""

    def __init__(
        self,
        begins: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        ends: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        table: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        outputs: int,
    ) -> None: ...

def marginals(
    chain: Chain,
    weights: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    encoded: EncodedArrays,
    temperature: float,
    forced: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)] | None = None,
    groups: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)] | None = None,
    mentions: MentionArrays | None = None,
    reading: ReadingArrays | None = None,
    tokens: bool = True,
    threads: int = 1,
) -> tuple[
    Annotated[NDArray[numpy.float64], dict(shape=(None,))],
    Annotated[NDArray[numpy.float64], dict(shape=(None, None))],
    Annotated[NDArray[numpy.float64], dict(shape=(None, None))],
]:
    """
    Log partitions [sentences], -infinity where there is no labelling; marginals [tokens, L]; leads of mentions and their shares [2, M]. With temperature 0: the best scores, how far each label is behind, leads of maxima.
    """

class SetGamma:
    """The weight of every template, from its d_J."""

    def __call__(
        self, d: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)]
    ) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

def built_in_gamma(name: str, parameter: float = 1.0) -> SetGamma: ...
def callable_gamma(function: Callable[..., object], norms: bool = False, positions: bool = False) -> SetGamma: ...

class MixtureRule:
    """How the templates of a labelling are made and weighed."""

    def __init__(
        self,
        templates: object,
        gamma: SetGamma,
        identity: bool = False,
        aggressive: bool = True,
        tags: Sequence[int] = [],
        types: Sequence[int] = [],
    ) -> None: ...

class Learner:
    """An update rule."""

def csp() -> Learner: ...
def mira(k_best: int = 1) -> Learner: ...
def swvp(k_best: int, rule: MixtureRule, one_by_one: bool = False) -> Learner: ...
def swvm(k_best: int, rule: MixtureRule, reading: str = "paper") -> Learner: ...

class EpochCall:
    """The settings of one epoch."""

    def __init__(self) -> None: ...
    @property
    def search(self) -> str: ...
    @search.setter
    def search(self, arg: str, /) -> None: ...
    @property
    def C(self) -> float: ...
    @C.setter
    def C(self, arg: float, /) -> None: ...
    @property
    def batch(self) -> int: ...
    @batch.setter
    def batch(self, arg: int, /) -> None: ...
    @property
    def joint(self) -> bool: ...
    @joint.setter
    def joint(self, arg: bool, /) -> None: ...
    @property
    def threads(self) -> int: ...
    @threads.setter
    def threads(self, arg: int, /) -> None: ...
    @property
    def first_step(self) -> int: ...
    @first_step.setter
    def first_step(self, arg: int, /) -> None: ...
    @property
    def done(self) -> int: ...

def train_epoch(
    chain: Chain,
    weights: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu")],
    sums: tuple[
        Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu")],
        Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    ]
    | None,
    encoded: EncodedArrays,
    order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    learner: Learner,
    cost: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    sample_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)]
    | None,
    call: EpochCall,
) -> dict[str, float]:
    """
    One pass over the sentences of `order`; the weights and the sums are changed in place.
    """

def make_templates(
    templates: str,
    gold: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    predicted: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    identity: bool = False,
    tags: Sequence[int] = [],
    types: Sequence[int] = [],
) -> list[list[int]]:
    """The modification templates of two labellings."""

def hildreth(
    gram: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    residual: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    C: float,
) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], int, bool]:
    """
    alpha, sweeps and whether it converged, of min |w - w_t|^2 s.t. w.v_k >= b_k, 0 <= alpha <= C.
    """

def keep_freed_memory() -> None:
    """
    Lets this process keep freed memory for what it does next, where the C library has a say in that.
    """

class FeaturePlan:
    """
    Templates compiled for the encoder; kinds and observations in flat arrays.
    """

    def __init__(
        self,
        hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        kinds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        atoms: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        atom_columns: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        columns: int,
        silent: int = 0,
    ) -> None: ...

class FeatureIndex:
    """Keys and ids of an open-addressing table, read in place."""

    def __init__(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        counts: Sequence[int],
    ) -> None: ...
    @property
    def keys(
        self,
    ) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)]: ...
    @property
    def ids(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)]: ...
    @property
    def counts(self) -> list[int]: ...
    def find(self, key: int, kind: int) -> int | None:
        """The id of a key, or None."""

class FeatureMemo:
    """What an index says about one vocabulary; shared by threads."""

    def __init__(self, plan: FeaturePlan, index: FeatureIndex) -> None: ...
    @property
    def codes(self) -> list[int]:
        """The number of codes known, for each column."""

    def grow(
        self,
        hashes: Sequence[
            Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)]
        ],
    ) -> None:
        """Adds codes: for each atom the hashes of the codes not yet known."""

    def encode(
        self,
        codes: Sequence[Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)]],
        offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        bags: Sequence[
            tuple[
                int,
                Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
                Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
            ]
        ] = [],
    ) -> list[
        tuple[
            Annotated[NDArray[numpy.int64], dict(shape=(None,))],
            Annotated[NDArray[numpy.uint32], dict(shape=(None,))],
            Annotated[NDArray[numpy.float32], dict(shape=(None,))] | None,
        ]
    ]:
        """For each kind: starts, ids, and values unless all are 1."""

def feature_names(
    plan: FeaturePlan,
    index: FeatureIndex,
    kind: int,
    values: Sequence[
        tuple[bytes, Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)]]
    ],
    pieces: Sequence[Sequence[str]],
    codes: Sequence[Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)]],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    first_id: int,
    positions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    templates: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu", writable=False)],
    bags: Sequence[
        tuple[
            int,
            Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
            Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
        ]
    ] = [],
) -> tuple[
    Annotated[NDArray[numpy.uint8], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.uint16], dict(shape=(None,))],
]:
    """
    Names of features of one kind, from where they were first met: bytes, offsets, templates.
    """

def learn_features(
    plan: FeaturePlan,
    base: FeatureIndex | None,
    hashes: Sequence[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)]],
    codes: Sequence[Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)]],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    minimum_count: int,
    bags: Sequence[
        tuple[
            int,
            Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
            Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
        ]
    ] = [],
) -> tuple[
    FeatureIndex,
    list[
        tuple[
            Annotated[NDArray[numpy.int64], dict(shape=(None,))],
            Annotated[NDArray[numpy.uint32], dict(shape=(None,))],
            Annotated[NDArray[numpy.float32], dict(shape=(None,))] | None,
        ]
    ],
    list[
        tuple[
            Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint16], dict(shape=(None,))]
        ]
    ],
]:
    """
    Encodes and gives ids to unseen features: the index, the spans, the new features' first places and templates.
    """

def entropy_term(x: int) -> int:
    """round(x log2(x) 2**20), the same on every machine."""

class Clusters:
    """Word classes by exchange; neighbours as (starts, ids, counts)."""

    def __init__(
        self,
        classes: int,
        after_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        after_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        after_counts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        before_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        before_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        before_counts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        between: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        assignment: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ) -> None: ...
    def sweep(self, begin: int, end: int) -> int:
        """
        Moves each of these words to its best class; returns how many were moved.
        """

    def gains(self, word: int) -> list[int]:
        """What the objective gains by the word, in each class."""

    def objective(self) -> int: ...
    def merges(self) -> list[tuple[int, int]]:
        """The pairs of classes in the order in which they are merged."""

    def assignment(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

class KeyTable:
    """
    Numbers by 64-bit keys: the table behind a derived column, read in place.
    """

    def __init__(
        self,
        keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        numbers: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        count: int,
    ) -> None: ...
    def look_up(
        self, keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)]
    ) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """The number of each key, 0 where it is not there."""

    def match_phrases(
        self,
        values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """
        For each token 0, or 4 * (value - 1) + 1, 2, 3, 4: begin, inside, end, single. Longest phrases first.
        """

def build_key_table(
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    numbers: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> tuple[
    Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]
]:
    """
    The two arrays of a `KeyTable`; of equal keys the first one's number, none of the key 0.
    """

def conjunction_keys(
    seen: Sequence[
        tuple[
            Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
            Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
            int,
        ]
    ],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    The key of each token: `seen` has for each observation the hashes of the codes, the codes, the offset.
    """

def prefix_keys(
    hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    The key of each token: of the words from its sentence's begin up to it.
    """
