"""The public names are frozen: a change here is a change for users."""

from __future__ import annotations

import subprocess
import sys

import swvm


def test_public_names():
    assert swvm.__all__ == [
        "Constraints",
        "Corpus",
        "IncrementalTrainer",
        "LabelSequences",
        "Model",
        "SequenceTagger",
        "SwvmError",
        "TrainingInterrupted",
        "__version__",
        "calibrate",
        "read",
        "score",
        "set_gamma",
        "template_set",
        "train",
        "word_function",
    ]
    assert len(swvm.__all__) <= 20
    for name in swvm.__all__:
        assert getattr(swvm, name) is not None


def test_import_is_light():
    """No numpy, no command line: `import swvm` alone loads the package's own module."""
    code = "import sys, swvm; print(sorted(m for m in sys.modules if m.startswith(('numpy', 'swvm', 'rich', 'typer'))))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "['swvm']"
