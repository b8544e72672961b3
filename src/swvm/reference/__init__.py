"""The slow, obvious twins of the native engine: what it computes, written to be read beside the paper.

Read in this order:

    chain  encoded      labels, cliques, where a weight lies; x, a sentence of features
    scores  delta       Phi, score(x, y) = w.Phi(x, y); DeltaPhi(x, y, z), hamming L(y, z)
    text                column files and plain text, line by line
    brute_force         every labelling of a short sentence, ranked: the oracle of decoding
    lattice  viterbi    scores of cliques; best path and K best
    sums                sums over all labellings: log partition, marginals, the lead of a mention
    example             what training decodes: y* and the K best y_k, plain, cost-augmented, hope and fear
    mixed               m^J and its margin d_J for every template J; gamma
    hildreth  step      the small quadratic program of MIRA and SWVM, and the step that it gives
    csp mira swvp swvm  the learners, one a file, each with an example worked out by hand (on the sentence of toy)
    weights  epoch      averaging; one pass over the sentences

Nothing here is fast. The tests need it, and `engine="reference"` trains with it.
"""
