"""A component for pipelines of spaCy: `nlp.add_pipe("swvm")`.

Reading order: `sequences` (docs -> Corpus), `gold` (training examples -> labelled Corpus), `annotations` and
`labelling` (labels -> docs), `settings`, `component` (what the pipeline calls), `factory` (its name).
"""
