"""A component for pipelines of spaCy: `nlp.add_pipe("swvm")`.

Reading order: `strings` and `sequences` (docs -> Corpus), `gold` (training examples -> labelled Corpus), `marks`,
`annotations` and `labelling` (labels -> docs), `settings`, `checks` and `holder` (the model), `component` (what the
pipeline calls), `factory` (its name).
"""
