"""The slow, obvious twins of the native engine: what it computes, written to be read beside the paper.

Read in this order:

    chain  encoded      labels, cliques, where a weight lies; x, a sentence of features
    scores  delta       Phi, score(x, y) = w.Phi(x, y); DeltaPhi(x, y, z), hamming L(y, z)
    text                column files and plain text, line by line
    brute_force         every labelling of a short sentence, ranked: the oracle of decoding
    lattice  viterbi    scores of cliques; best path and K best
    mixed               m^J and its margin d_J for every template J; gamma
    hildreth            the small quadratic program of MIRA and SWVM
    csp mira swvp swvm  the learners, one a file
    weights  epoch      averaging; one pass over the sentences

Nothing here is fast, and nothing outside the tests needs it.
"""
