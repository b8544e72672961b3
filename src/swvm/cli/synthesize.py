"""`swvm synthesize`: sequences of a made-up language, of any difficulty, in a column file."""

from __future__ import annotations

import click

from swvm.cli.command import Command, option
from swvm.cli.show import plural, say
from swvm.cli.targets import check_target
from swvm.data.writing import write
from swvm.experiment.synthetic import Recipe, attainable, draw

EXAMPLES = """
swvm synthesize -o easy.txt --difficulty 0.2
swvm synthesize -o train.txt --difficulty 0.6 --draw 1     # of one language:
swvm synthesize -o test.txt --difficulty 0.6 --draw 2      # --seed makes the language, --draw the sequences
"""


@click.command(cls=Command, examples=EXAMPLES)
@option("-o", "--output", required=True, metavar="FILE", help="The file to write: word and label, a token a line.")
@option(
    "--difficulty",
    type=click.FLOAT,
    default=0.5,
    show_default=True,
    metavar="X",
    help="From 0, every word gives its label away, to 1, no word says anything.",
)
@option("--sentences", type=click.INT, default=2000, show_default=True, metavar="N", help="How many.")
@option(
    "--length", type=click.INT, default=10, show_default=True, metavar="N", help="Tokens of a sentence, on average."
)
@option("--labels", type=click.INT, default=5, show_default=True, metavar="N", help="Different labels.")
@option("--words", type=click.INT, default=500, show_default=True, metavar="N", help="Different words.")
@option(
    "--concentration",
    type=click.FLOAT,
    default=0.5,
    show_default=True,
    metavar="X",
    help="Of transitions: the smaller, the better a label can be guessed from the one before.",
)
@option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, metavar="N", help="The seed of the language."
)
@option(
    "--draw",
    "drawn",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="The seed of the sequences.",
)
def command(
    *, output: str, difficulty: float, sentences: int, length: int, labels: int, words: int, concentration: float,
    seed: int, drawn: int,
) -> None:  # fmt: skip
    """Write sequences of a hidden Markov model whose words are as ambiguous as you like.

    In the manner of Dror and Reichart (2016). The best accuracy that any labeller can reach is printed.
    """
    if output != "-":
        check_target(output)
    recipe = Recipe(difficulty, sentences, length, labels, words, concentration, seed, drawn)
    language = recipe.language()
    sample = draw(language, sentences, length, drawn)
    write(sample.corpus(), output)
    say(f"{output}: {plural(sentences, 'sentence')}, {plural(len(sample.words), 'token')}; "
        f"attainable accuracy {attainable(language, sample):.2f} %")  # fmt: skip
