"""Which columns of a table are meant: those that are named, else those with usual names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from swvm.data.names import LABEL, SKIP, parse_spec
from swvm.errors import DataError, SettingError, unknown_name

USUAL = {
    "word": ("word", "words", "token", "tokens", "form"),
    "pos": ("pos", "pos_tag", "pos_tags", "xpos", "upos"),
    LABEL: ("label", "labels", "tag", "tags", "ner", "ner_tag", "ner_tags"),
    "sentence": ("sentence", "sentence_id", "sentence_idx", "sentence_#", "sent_id"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """The columns of the corpus and, for each, the column of the table; `label` is one of the table's."""

    observed: dict[str, str]
    label: str | None


def choose(
    names: Sequence[str], columns: str | Sequence[str] | None, labels: bool | str, class_names: Sequence[str]
) -> Choice:
    """Choose among the columns of a table that has these names."""
    spec = dict(parse_spec(columns) or (("word", ""),))
    spec.pop(SKIP, None)
    wanted = spec.pop(LABEL, "")
    if not spec:
        raise SettingError(f"columns {columns!r}: name the words at least, e.g. word=tokens,label=ner_tags")
    observed = {name: _column(names, name, field) for name, field in spec.items()}
    for name in class_names:
        _known(names, name)
    return Choice(observed, _label(names, wanted, labels, set(observed.values())))


def usual_column(names: Sequence[str], meaning: str) -> str | None:
    """Return the one column with a usual name for this, or None; an error says that there are several."""
    found = [name for name in names if _plain(name) in USUAL.get(meaning, ())]
    if len(found) > 1:
        how = "labels=" if meaning == LABEL else "sentence=" if meaning == "sentence" else f"columns={meaning}="
        raise DataError(f"several columns could be the {meaning}: {', '.join(found)}. Name it: {how}{found[0]!r}")
    return found[0] if found else None


def _label(names: Sequence[str], wanted: str, labels: bool | str, taken: set[str]) -> str | None:
    if labels is False:
        return None
    given = labels if isinstance(labels, str) else wanted
    if given:
        return _known(names, given)
    return usual_column([name for name in names if name not in taken], LABEL)


def _column(names: Sequence[str], name: str, field: str) -> str:
    if field or name in names:
        return _known(names, field or name)
    found = usual_column(names, name)
    if found is None:
        usual = f" (or {', '.join(USUAL[name][1:])})" if name in USUAL else ""
        raise DataError(
            f"this table has no column {name!r}{usual}; it has {', '.join(map(str, names))}. "
            f"Say which it is: columns='{name}=...'"
        )
    return found


def _known(names: Sequence[str], name: str) -> str:
    if name not in names:
        raise unknown_name("column of the table", name, [str(one) for one in names])
    return name


def _plain(name: object) -> str:
    return "_".join(str(name).lower().replace("-", " ").replace("_", " ").split())
