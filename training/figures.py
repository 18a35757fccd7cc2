"""Writes docs/siamese-figures.md: how well the network finds the true board.

    python training/figures.py --outpost target/release/outpost --float run/model-float.onnx \
        --real shared/games --real-data data/real-test --self-play play/1 play/2 play/3 --split data/self-play.csv \
        --bridge bridge --bridge-split data/bridge.csv --uci stockfish --other "one network of the two" run/checkpoint-1.pt

Everything is measured on the test parts. `--real-data` is the test part of the real games as `outpost dataset` makes it with 5,000
boards a decision (`outpost dataset --boards 5000`): networks of `--other`, for which there is no model file, are judged there, by
`judge.py`. Name only those that were trained alike: other losses and forms are compared by `paper.py`.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
# Table II of Bertram, Fürnkranz and Müller (2024): top-1 accuracy by opponent, on decisions held back and not on games (docs/siamese.md).
PAPER = {
    "StrangeFish2": 0.39,
    "StrangeFish": 0.46,
    "Oracle": 0.50,
    "genetic": 0.25,
    "Marmot": 0.34,
    "DynamicEntropy": 0.35,
    "trout": 0.67,
    "attacker": 0.93,
    "random": 0.28,
}
# Opponents with fewer decisions are left out of the table by opponent.
FEWEST = 100
# An interval by bootstrap over fewer games would say nothing.
FEWEST_GAMES = 4
SAMPLE_BOARDS = 256
SHARES = ("1", "5", "10", "20", "50", "80")


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


def weigh(outpost: str, model: pathlib.Path, records: list[str], split: pathlib.Path, *options: str) -> dict:
    command = [outpost, "weigh", "--json", "--model", str(model), "--split", str(split), "--part", "test", *options, *records]
    print(" ".join(command), file=sys.stderr, flush=True)
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def row(name: str, order: dict) -> str:
    interval = ""
    if "top195" in order:
        interval = " ({} to {})".format(*(percent(bound) for bound in order["top195"]))
    pick = order["pickDistance"]
    shares = " | ".join(percent(order["topPercent"][share]) for share in SHARES)
    return f"| {name} | {percent(order['top1'])}{interval} | {shares} | {pick['median']:.1f} | {pick['mean']:.0f} | {percent(pick['far'])} |"


def table(rows: list[str]) -> list[str]:
    head = "| order | top-1 % (95 %) | " + " | ".join(f"top {share} %" for share in SHARES) + " | pick distance, median | mean | over 100, % |"
    return [head, "| --- " * 11 + "|", *rows]


def orders(title: str, int8: dict, float32: dict, known: dict, others: dict[str, dict]) -> list[str]:
    group = int8["groups"][0]
    rows = [
        row("network, int8", group["orders"]["network"]),
        row("network, float32", float32["groups"][0]["orders"]["network"]),
        row("network, int8, opponent known", known["groups"][0]["orders"]["network"]),
        *(row(name, figures) for name, figures in others.items()),
        row("evaluation, built in", group["orders"]["evaluation"]),
        row("uniform weights", group["orders"]["uniform"]),
    ]
    surprise = group["surprise"]
    certain = int8["certain"]
    with_certain = (group["orders"]["network"]["top1"] * group["decisions"] + certain) / (group["decisions"] + certain)
    return [
        f"## {title}",
        "",
        f"{int8['games']} games, {group['decisions']:,} decisions with more than one possible board; {percent(group['sampled'])} % of these have more than "
        f"{int8['maxBoards']:,} boards, of which a random sample with the true one was used. Boards in a set: {group['meanSetSize']:.0f} on average, median {group['medianSetSize']:.0f}. "
        f"Sides not followed to the end because their sets were too large: {int8['sidesNotFollowedToTheEnd']}.",
        "",
        *table(rows),
        "",
        f"Surprise at the true board: {surprise['network']:.2f} nats by the network, {surprise['uniform']:.2f} with uniform weights. "
        f"Including the {certain:,} decisions with a single board, which need no network, the network's top-1 is {percent(with_certain)} %.",
        "",
        *calibration(int8),
    ]


def calibration(int8: dict) -> list[str]:
    rows = [f"| {entry['boards']:,} | {percent(entry['weight'])} | {percent(entry['true'])} |" for entry in int8["calibration"]]
    return ["Calibration, the share of true boards by weight:", "", "| boards | mean weight, % | true, % |", "| --- | --- | --- |", *rows, ""]


def opponents(title: str, int8: dict, known: dict) -> list[str]:
    lines = [f"### By opponent, {title.lower()}", "", f"Opponents with at least {FEWEST} decisions; intervals where these are of {FEWEST_GAMES} games or more.", "", "| opponent | decisions | mean set | network | opponent known | evaluation | uniform | paper, Table II |", "| --- " * 8 + "|"]
    told = {group["name"]: group for group in known["groups"]}
    for group in int8["groups"][3:]:
        if group["decisions"] < FEWEST:
            continue
        name, found = group["name"], group["orders"]
        interval = " ({} to {})".format(*(percent(bound) for bound in found["network"]["top195"])) if group["games"] >= FEWEST_GAMES else ""
        cells = [percent(found["network"]["top1"]) + interval, *(percent(top1) for top1 in (told[name]["orders"]["network"]["top1"], found["evaluation"]["top1"], found["uniform"]["top1"]))]
        paper = f"{100 * PAPER[name]:.0f}" if name in PAPER else ""
        lines.append(f"| {name} | {group['decisions']:,} | {group['meanSetSize']:.0f} | {' | '.join(cells)} | {paper} |")
    return lines


def engine(title: str, sample: dict, most: int) -> list[str]:
    """The order of a chess engine beside the others, on the same sample of decisions."""
    group = sample["groups"][0]
    orders = group["orders"]
    names = {"network": "network, int8", "engine": f"{sample['engine']}, {sample['depth']} plies", "evaluation": "evaluation, built in", "uniform": "uniform weights"}
    return [
        f"### Beside {sample['engine']}, {title.lower()}",
        "",
        f"A sample: at most {most} decisions of a game, drawn with seed 1, {group['decisions']:,} of them with more than one possible board, and at most {sample['maxBoards']:,} boards of each, "
        f"which makes the true one easier to find ({percent(group['sampled'])} % of the decisions have more). Engine and evaluation rank boards that are worse for the player first.",
        "",
        *table([row(name, orders[order]) for order, name in names.items()]),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--outpost", default="outpost", help="the program")
    parser.add_argument("--model", type=pathlib.Path, default=HERE.parent / "models/siamese.onnx")
    parser.add_argument("--float", type=pathlib.Path, required=True, help="the same network with float weights")
    parser.add_argument("--real", nargs="+", required=True, help="records of real games")
    parser.add_argument("--real-data", type=pathlib.Path, required=True, help="their test part, made by 'outpost dataset'")
    parser.add_argument("--self-play", nargs="+", required=True, help="records of self-play")
    parser.add_argument("--split", type=pathlib.Path, required=True, help="parts of the self-play")
    parser.add_argument("--bridge", nargs="+", help="records of games against reconchess's bots")
    parser.add_argument("--bridge-split", type=pathlib.Path, help="parts of these")
    parser.add_argument("--uci", help="a chess engine; its order of boards is measured too, on a sample")
    parser.add_argument("--other", nargs=2, action="append", default=[], metavar=("NAME", "CHECKPOINT"), help="another network, trained alike")
    parser.add_argument("--out", type=pathlib.Path, default=HERE.parent / "docs/siamese-figures.md")
    options = parser.parse_args()
    others = {}
    if options.other:
        checkpoints = [checkpoint for _, checkpoint in options.other]
        command = [sys.executable, str(HERE / "judge.py"), "--data", str(options.real_data), *checkpoints]
        judged = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        others = {name: judged[checkpoint] for name, checkpoint in options.other}
    with_engine = ["--uci", options.uci, "--max-boards", str(SAMPLE_BOARDS)] if options.uci else []
    lines = ["# How well the network finds the true board", "", "Written by `training/figures.py`, which begins with the command. [siamese.md](siamese.md) describes the network, [training/README.md](../training/README.md) how data are made, `outpost weigh --help` the measures. Intervals are by bootstrap over games. Self-play is a test within the distribution: its games are other ones, but of the players and series of seeds that training had.", ""]
    # With the number of decisions of a game for the chess engine.
    parts = [("Real games", options.real, HERE / "split.csv", others, 10), ("Self-play", options.self_play, options.split, {}, 3)]
    if options.bridge:
        parts.append(("Games against reconchess's bots", options.bridge, options.bridge_split, {}, 10))
    for title, records, split, more, most in parts:
        int8 = weigh(options.outpost, options.model, records, split)
        float32 = weigh(options.outpost, options.float, records, split, "--no-evaluation")
        known = weigh(options.outpost, options.model, records, split, "--no-evaluation", "--opponents")
        lines += orders(title, int8, float32, known, more)
        if title != "Self-play":
            lines += [*opponents(title, int8, known), ""]
        if with_engine:
            sample = weigh(options.outpost, options.model, records, split, "--decisions", str(most), *with_engine)
            lines += [*engine(title, sample, most), ""]
    options.out.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
