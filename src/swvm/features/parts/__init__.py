"""What each group of templates is made of; `swvm.features.groups` names them.

`ground` is what they may read, `writing` how they write it. `surface` reads the words, `context` what stands around
them, `chain` the labels, `derived` the columns that are made from others.
"""
