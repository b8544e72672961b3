"""What an installed swvm must be able to do, with nothing beside it but what it depends on.

Runs by itself (`python tests/smoke.py`): cibuildwheel and tests/test_wheel.py run it where a wheel was installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import swvm
from swvm import _native
from swvm.data import load_corpus


def check(condition: bool, message: str) -> None:
    if not condition:
        raise SystemExit(f"smoke test: {message}")


def read_a_file(folder: Path) -> None:
    path = folder / "small.txt"
    path.write_text("Ada\tB-PER\nsleeps\tO\n\nParis\tB-LOC\n", encoding="utf-8")
    corpus = swvm.read(path)
    check(corpus.offsets.tolist() == [0, 2, 3], "a column file was read wrongly")


def train_and_tag(folder: Path) -> None:
    """Learn from the demonstration corpus, go through a model file, label and score the test part."""
    train, test = load_corpus("demo", "train"), load_corpus("demo", "test")
    swvm.train(train, epochs=5, seed=1).save(folder / "demo.swvm")
    model = swvm.Model.load(folder / "demo.swvm")
    predicted = model.label(test)
    f1 = swvm.score(swvm.LabelSequences.of_corpus(test), predicted).f1
    check(f1 > 60, f"F1 {f1:.1f} on the demonstration corpus")
    check(len(model.tag([["Ada", "sleeps", "."]])[0]) == 3, "a sentence of 3 words got another number of labels")
    kernels_agree(model, test, predicted)


def kernels_agree(model: swvm.Model, test: swvm.Corpus, predicted: swvm.LabelSequences) -> None:
    """The kernels of every instruction set give the same labels."""
    for name in ("base", "avx2"):
        if _native.use_instruction_set(name):
            check((model.label(test).codes == predicted.codes).all(), f"the kernels `{name}` give other labels")


def command(*arguments: str, stdin: str = "") -> str:
    """Run the installed command; return what it printed."""
    program = shutil.which("swvm", path=str(Path(sys.executable).parent))
    check(program is not None, f"no command `swvm` beside {sys.executable}")
    done = subprocess.run([program, *arguments], input=stdin, capture_output=True, encoding="utf-8", check=False)
    check(done.returncode == 0, f"swvm {' '.join(arguments)} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def commands_work(folder: Path) -> None:
    check(swvm.__version__ in command("--version"), "the command tells another version")
    model = str(folder / "by-command.swvm")
    command("train", "demo", "-o", model, "--epochs", "2")
    tagged = command("tag", model, "-", "--input-format", "text", stdin="Ada sleeps .\n")
    check(len(tagged.split("\n")) > 3, f"a sentence was tagged as {tagged!r}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        read_a_file(Path(name))
        train_and_tag(Path(name))
        commands_work(Path(name))
    print(f"swvm {swvm.__version__} works")
