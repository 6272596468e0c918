#!/usr/bin/env python3
"""The odds that a thief who has a session and has seen k signatures by matrix can sign once.

  odds.py [RUNS [SEED]]     prints the table of docs/signing.md: exact figures, and what RUNS simulated thieves did

"Drawn anew" is the earlier rule: each submission requests another pair of cells.
"One question" is the present rule: the same pair is requested until both codes are correct, and
five wrong answers lock signing.
The matrix has 10 columns, 10 rows and codes of 4 digits. Each pair is requested once, and each cell
up to 20 times.
"""
import random
import sys
from fractions import Fraction
from math import comb

CELLS, USES, CODES, ANSWERS = 100, 20, 10_000, 5
PAIRS = comb(CELLS, 2)


def known_cells(k):
    """Yields each number of cells that k different pairs can cover, with its probability (inclusion
    and exclusion)."""
    for m in range(2, 2 * k + 1):
        covering = sum((-1) ** gone * comb(m, gone) * comb(comb(m - gone, 2), k) for gone in range(m + 1))
        if covering:
            yield m, Fraction(comb(CELLS, m) * covering, comb(PAIRS, k))


def exact(k, submissions):
    """Returns the odds if pairs are drawn anew for this number of submissions, the odds with one
    question, and the probability that both cells of that question are known."""
    anew = question = whole = Fraction(0)
    left = PAIRS - k
    for m, chance in known_cells(k):
        both, one = comb(m, 2) - k, m * (CELLS - m)
        anew += chance * (1 - Fraction(comb(left - both, submissions), comb(left, submissions)))
        whole += chance * Fraction(both, left)
        neither = comb(CELLS - m, 2)
        question += chance * (
            Fraction(both, left) + Fraction(one, left) * Fraction(ANSWERS, CODES)
            + Fraction(neither, left) * Fraction(ANSWERS, CODES**2))
    return anew, question, whole


class Matrix:
    def __init__(self, chance):
        self.chance, self.asked, self.uses = chance, set(), [0] * CELLS

    def draw(self):
        """Returns a new pair; None if no pair is found, as in an exhausted matrix."""
        for _ in range(1000):
            pair = tuple(sorted(self.chance.sample(range(CELLS), 2)))
            if pair not in self.asked and all(self.uses[cell] < USES for cell in pair):
                self.asked.add(pair)
                for cell in pair:
                    self.uses[cell] += 1
                return pair
        return None


def thief(k, submissions, chance):
    """Returns whether a thief signs if pairs are drawn anew, and if one question stays open."""
    matrix = Matrix(chance)
    seen = {cell for _ in range(k) for cell in matrix.draw()}
    question = matrix.draw()
    unknown = sum(cell not in seen for cell in question)
    guessed = unknown == 0 or chance.randrange(CODES**unknown) < ANSWERS
    anew = unknown == 0
    for _ in range(submissions - 1):
        if anew:
            break
        pair = matrix.draw()
        if pair is None:
            break
        anew = all(cell in seen for cell in pair)
    return anew, guessed


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print("| signatures seen | drawn anew, 145 submissions | drawn anew, 900 submissions | one question | both cells known |")
    print("|---|---|---|---|---|")
    for k in (1, 2, 3, 4, 5, 7, 10, 15, 20):
        short, question, whole = exact(k, 145)
        long = exact(k, 900)[0]
        print(f"| {k} | {float(short):.4f} | {float(long):.4f} | {float(question):.6f} | {float(whole):.6f} |")
    print(f"\nsimulated, {runs} thieves each: drawn anew within 145 submissions, one question")
    for k in (1, 3, 10, 20):
        results = [thief(k, 145, chance) for _ in range(runs)]
        print(f"| {k} | {sum(a for a, _ in results) / runs:.4f} | {sum(q for _, q in results) / runs:.4f} |")


main()
