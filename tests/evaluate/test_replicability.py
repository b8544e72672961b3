"""Replicability analysis against SciPy and by hand."""

from __future__ import annotations

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from swvm.errors import DataError, SettingError
from swvm.evaluate.replicability import holm, replicability

some_p_values = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def test_bonferroni_by_hand():
    """Sorted: 0.001 0.01 0.02 0.04 0.3; times 5 4 3 2 1: 0.005 0.04 0.06 0.08 0.3."""
    result = replicability([0.04, 0.001, 0.3, 0.02, 0.01])
    assert result.values == pytest.approx([0.005, 0.04, 0.06, 0.08, 0.3])
    assert result.k_hat == 2
    assert result.rejected == (1, 4)
    assert not result.on_all


def test_the_values_are_made_monotone():
    """0.03 0.031: times 2 1: 0.06 0.031; the second may not fall below the first."""
    assert replicability([0.03, 0.031]).values == pytest.approx([0.06, 0.06])
    assert replicability([0.03, 0.031]).k_hat == 0


def test_the_star_needs_every_fold():
    assert replicability([0.001, 0.002, 0.01, 0.02, 0.05]).on_all
    assert not replicability([0.001, 0.002, 0.01, 0.02, 0.051]).on_all


@given(st.lists(st.floats(1e-12, 1), min_size=1, max_size=12))
def test_fisher_is_that_of_scipy(p_values):
    values = replicability(p_values, "fisher").values
    ordered = sorted(p_values)
    expected = [scipy.stats.combine_pvalues(ordered[u:], "fisher").pvalue for u in range(len(ordered))]
    monotone = [max(expected[: u + 1]) for u in range(len(expected))]
    assert values == pytest.approx(monotone, rel=1e-9)


@given(some_p_values)
def test_k_hat_of_bonferroni_is_the_size_of_what_holm_rejects(p_values):
    result = replicability(p_values)
    assert abs(result.k_hat - len(result.rejected)) == 0 or any(
        abs((len(p_values) - u) * p - 0.05) < 1e-12 for u, p in enumerate(sorted(p_values))
    )


def test_a_p_value_of_zero():
    assert replicability([0.0, 0.0], "fisher").k_hat == 2
    assert replicability([0.0, 1.0], "fisher").k_hat == 1


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == (0, 3)
    assert holm([]) == ()


def test_errors():
    with pytest.raises(DataError):
        replicability([])
    with pytest.raises(DataError):
        replicability([0.5, 1.5])
    with pytest.raises(SettingError, match="bonferroni"):
        replicability([0.5], "bonferoni")
