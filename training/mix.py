"""Prints the top-1 of the paper's Table II and ours with the same mix of opponents.

    python training/mix.py docs/siamese-figures.md

A total over all decisions says as much about who the opponents were as about the network. Here every opponent that both tables
have counts by its games in the authors' data (`game_numbers.csv` of their repository, commit 2919d88). They do not say how many decisions
these games have, so the paper's own mix may differ.
"""

import pathlib
import sys

# Games by opponent in the authors' data.
GAMES = {
    "random": 141_293,
    "Oracle": 140_458,
    "trout": 137_242,
    "attacker": 132_682,
    "StrangeFish2": 116_800,
    "StrangeFish": 43_202,
    "DynamicEntropy": 29_152,
    "Marmot": 23_988,
    "genetic": 11_245,
}


def shares(figures: str) -> list[tuple[str, int, float, float]]:
    """Opponent, decisions, our top-1 and the paper's in %, of the table by opponent of the real games."""
    table = figures.split("### By opponent, real games", 1)[1].split("\n#", 1)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| ")]
    return [(row[0], int(row[1].replace(",", "")), float(row[3].split()[0]), float(row[7])) for row in rows if row[0] in GAMES]


def main() -> None:
    (path,) = sys.argv[1:] or [pathlib.Path(__file__).parent.parent / "docs/siamese-figures.md"]
    found = shares(pathlib.Path(path).read_text(encoding="utf-8"))
    for title, weight in (("our decisions", lambda name, decisions: decisions), ("the authors' games", lambda name, _: GAMES[name])):
        total = sum(weight(name, decisions) for name, decisions, _, _ in found)
        ours = sum(weight(name, decisions) * share for name, decisions, share, _ in found) / total
        paper = sum(weight(name, decisions) * share for name, decisions, _, share in found) / total
        print(f"{len(found)} opponents by {title}: ours {ours:.1f} %, paper {paper:.1f} %")


if __name__ == "__main__":
    main()
