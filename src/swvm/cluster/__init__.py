"""Word clusters from a user's own text, without labels.

Reading order: `config`, `text` (sources -> words and their bigrams), `exchange` (bigrams -> a class for each word),
`tree` (classes -> bit strings), `paths` (the file that other tools read too), `learning` (all of it, with checkpoints).
The slow twin is `swvm.reference.clusters`.
"""

from swvm.cluster.config import ClusterConfig
from swvm.cluster.learning import learn_clusters
from swvm.cluster.paths import Clusters, write_paths
from swvm.cluster.text import Bigrams, TextReader

__all__ = ["Bigrams", "ClusterConfig", "Clusters", "TextReader", "learn_clusters", "write_paths"]
