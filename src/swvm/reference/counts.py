"""What an epoch counts, for the training report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Counts:
    """Sums over the sentences of an epoch. A mix is a rival y_k with its templates and gamma."""

    sentences: int = 0
    tokens: int = 0
    wrong_sentences: int = 0  # y* is not y
    wrong_tokens: int = 0
    infeasible: int = 0  # sentences that the constraints leave no labelling
    updates: int = 0
    templates: int = 0
    violations: int = 0  # templates with d_J <= 0
    fallbacks: int = 0  # mixes with no template left: J = all positions
    positive_mixes: int = 0  # w . sum gamma DeltaPhi > 0: the second condition of DR16 fails
    mixes: int = 0
    entropy: float = 0.0  # of gamma, summed over the mixes, in nats
    constraints: int = 0
    active_constraints: int = 0  # alpha_k > 0
    sweeps: int = 0
    unconverged: int = 0

    @property
    def mean_entropy(self) -> float:
        """The mean entropy of gamma over the mixes."""
        return self.entropy / self.mixes if self.mixes else 0.0
