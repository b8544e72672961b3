"""TABLE -> Corpus, and back: pandas, polars, pyarrow, Hugging Face datasets; none of them is needed by the package.

A table has a row for each sentence, with lists in its columns, or a row for each token.
Reading order: `values` (a column as codes), `frames` and `arrow` (the columns of each library), `kinds` (which
library), `choice` (which columns are meant), `incoming` (the way in), `outgoing` and `libraries` (the way out).
"""

from swvm.data.tables.incoming import from_table, lists_of
from swvm.data.tables.kinds import is_column, is_table
from swvm.data.tables.libraries import to_arrow, to_dataset, to_pandas, to_polars

__all__ = ["from_table", "is_column", "is_table", "lists_of", "to_arrow", "to_dataset", "to_pandas", "to_polars"]
