"""Assigns recorded games to parts for training: 80 % train, 10 % validation, 10 % test, with a fixed seed.

    outpost dataset --out /tmp/index --boards 2 --decisions 1 --cap 2000 RECORDS...
    python training/split.py /tmp/index/games.csv > training/split.csv
"""

import csv
import random
import sys


def main() -> None:
    with open(sys.argv[1], newline="") as file:
        ids = sorted({game["id"] for game in csv.DictReader(file)})
    random.Random(2026).shuffle(ids)
    tenth = round(len(ids) / 10)
    parts = {id: "test" for id in ids[:tenth]}
    parts |= {id: "validation" for id in ids[tenth : 2 * tenth]}
    print("id,part")
    for id in sorted(ids):
        print(f"{id},{parts.get(id, 'train')}")


if __name__ == "__main__":
    main()
