"""What the estimator stands on: scikit-learn's BaseEstimator, or without scikit-learn the little that is needed."""

from __future__ import annotations

import inspect
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Self

from swvm.errors import SettingError, unknown_name


class PlainEstimator:
    """Parameters by name, as scikit-learn has them: `get_params`, `set_params`, a repr of what is not the default."""

    @classmethod
    def _defaults(cls) -> dict[str, Any]:
        return {name: one.default for name, one in inspect.signature(cls).parameters.items()}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name. `deep` is scikit-learn's; nothing is nested here."""
        return {name: getattr(self, name) for name in sorted(self._defaults())}

    def set_params(self, **parameters: Any) -> Self:
        """Change parameters; they count from the next `fit` on."""
        known = self._defaults()
        for name, value in parameters.items():
            if name not in known:
                raise unknown_name("parameter", name, list(known))
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        changed = {name: getattr(self, name) for name, default in self._defaults().items()}
        texts = [f"{name}={value!r}" for name, value in changed.items() if value != self._defaults()[name]]
        return f"{type(self).__name__}({', '.join(texts)})"


class PlainNotFittedError(ValueError, AttributeError):
    """Stands for scikit-learn's NotFittedError."""


def _bases() -> tuple[Any, Any]:
    if find_spec("sklearn") is None:
        return PlainEstimator, PlainNotFittedError
    return import_module("sklearn.base").BaseEstimator, import_module("sklearn.exceptions").NotFittedError


if TYPE_CHECKING:

    class Base(PlainEstimator):
        """One of the two."""

    class NotFittedBaseError(PlainNotFittedError):
        """One of the two."""

else:
    Base, NotFittedBaseError = _bases()


class NotFittedError(SettingError, NotFittedBaseError):
    """The estimator was asked for what only training gives. It is scikit-learn's NotFittedError too."""
