"""Trains the network: from the output of `outpost dataset` to the model file and its card.

    python training/train.py --data data/real data/self-play --out run

Writes `model.onnx` (int8), `model-float.onnx` and `model.md` into the folder of the run.

With `--members K` it trains K networks side by side, each with a seed of its own, and joins them to one that gives the
mean of their distances, which is better than any of them.

With `--start DIR` it goes on from the networks of another run, on other data: `--rate` should be lower then.

A run that was ended goes on where its last epoch ended. The same data and seed give the same network on the same
machine and number of threads.

Under `torchrun` the decisions of a step are divided among its processes, on one machine or several:

    torchrun --nproc-per-node 2 training/train.py --data data/real --out run

The steps are the same for any number of processes, but for what dropout drops and for rounding, and a run may go on with
another number of them. Members are then trained one after the other.
"""

import argparse
import multiprocessing
import os
import pathlib
import sys
import time

import numpy as np
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

import card
from data import Part, mirror_rows
from export import export
from losses import LOSSES, padded
from model import Siamese, SingleTower

# The network: numbers in an embedding, channels and blocks of the convolutions, width of the dense layers.
SIZES = {"size": 64, "channels": 48, "blocks": 3, "hidden": 256}
MODELS = {"siamese": Siamese, "single-tower": SingleTower}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", nargs="+", type=pathlib.Path, required=True, help="folders of 'outpost dataset'")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the checkpoint and the log")
    parser.add_argument("--start", type=pathlib.Path, help="folder of a run whose networks, with the same seeds, are trained further")
    parser.add_argument("--most", type=int, help="most decisions of each folder in an epoch, drawn anew for each (default: all)")
    parser.add_argument("--model", choices=MODELS, default="siamese")
    parser.add_argument("--loss", choices=LOSSES, default="listwise")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--decisions", type=int, default=32, help="decisions in a step")
    parser.add_argument("--boards", type=int, default=256, help="most boards of a decision")
    parser.add_argument("--rate", type=float, default=1e-3, help="largest learning rate")
    parser.add_argument("--decay", type=float, default=0.05, help="weight decay")
    parser.add_argument("--dropout", type=float, default=0.3)
    for name, value in SIZES.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--mirror", type=float, default=0.0, help="share of steps whose boards are mirrored left to right")
    parser.add_argument("--unknown", type=float, default=0.6, help="share of decisions whose opponent is hidden")
    parser.add_argument("--threads", type=int, default=1, help="threads of a step; two runs side by side do more than one run on two threads")
    parser.add_argument("--members", type=int, default=1, help="networks that are joined into one")
    parser.add_argument("--seed", type=int, default=1, help="of the first member; the others have the next ones")
    return parser.parse_args()


def vocabulary(part: Part, least: int = 1000) -> list[str]:
    """Opponents with many decisions; the first stands for all others."""
    names, counts = np.unique(part.names.astype(str), return_counts=True)
    return ["", *(str(n) for n, c in zip(names, counts) if c >= least and n)]


@torch.no_grad()
def judge(model: torch.nn.Module, part: Part, loss, boards: int, most: int = 6000) -> dict[str, float]:
    """Loss and share of decisions whose nearest board is the true one, over samples of boards."""
    model.eval()
    rng = np.random.default_rng(0)
    decisions = part.undecided()
    decisions = rng.permutation(decisions)[:most]
    losses = first = 0.0
    for at in range(0, len(decisions), 128):
        batch = part.batch(decisions[at : at + 128], boards, rng)
        batch.opponents = torch.zeros_like(batch.opponents)
        distances = model(batch)
        losses += float(loss(distances, batch)) * len(batch.boards)
        table = padded(distances, batch, float("inf"))
        first += float((table[:, :1] < table[:, 1:]).all(1).sum())
    return {"loss": losses / len(decisions), "top1": first / len(decisions)}


def checkpoint_of(options: argparse.Namespace) -> pathlib.Path:
    return options.out / f"checkpoint-{options.seed}.pt"


def rank_and_processes() -> tuple[int, int]:
    """This process's number and how many train one network together; (0, 1) without torchrun."""
    return (dist.get_rank(), dist.get_world_size()) if dist.is_initialized() else (0, 1)


def load_checkpoint(path: pathlib.Path) -> dict | None:
    """The checkpoint that the first process finds: the others may be on machines without it."""
    rank, processes = rank_and_processes()
    found = [torch.load(path, weights_only=True) if rank == 0 and path.exists() else None]
    if processes > 1:
        dist.broadcast_object_list(found)
    return found[0]


def train_member(options: argparse.Namespace) -> None:
    """Trains the network of `options.seed` up to its checkpoint."""
    rank, processes = rank_and_processes()
    if options.decisions % processes:
        raise SystemExit(f"--decisions {options.decisions} cannot be divided among {processes} processes")
    # This process's decisions of each step.
    share = options.decisions // processes
    own = slice(rank * share, (rank + 1) * share)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    train = Part(options.data, "train")
    start = torch.load(options.start / f"checkpoint-{options.seed}.pt", weights_only=True) if options.start else None
    names = start["names"] if start else vocabulary(train)
    train.set_vocabulary(names)
    validations = {f.name: Part([f], "validation", names) for f in options.data if any(f.glob("validation-*"))}
    loss = LOSSES[options.loss]
    sizes = {name: getattr(options, name) for name in SIZES if options.model == "siamese" or name != "size"}
    model = MODELS[options.model](train.table_rows, len(names), dropout=options.dropout, **sizes)
    if start:
        model.load_state_dict(start["model"])
    weights = [p for n, p in model.named_parameters()]
    optimizer = torch.optim.AdamW(weights, lr=options.rate, weight_decay=options.decay)
    mirrored = torch.from_numpy(mirror_rows(train.table_rows))
    learnable = len(train.draw(options.most, np.random.default_rng(0)))
    steps = learnable // options.decisions
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, total_steps=steps * options.epochs, pct_start=0.1)

    options.out.mkdir(parents=True, exist_ok=True)
    checkpoint = checkpoint_of(options)
    settings = {key: value for key, value in vars(options).items() if key not in ("out", "data", "members", "start") and value is not None}
    if options.start:
        settings["start"] = str(options.start)
    settings["data"] = [str(folder) for folder in options.data]
    first_epoch, log = 0, []
    state = load_checkpoint(checkpoint)
    if state:
        if state["settings"] != settings:
            raise SystemExit(f"{checkpoint} is of a run with other options: name another --out, or remove it")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        first_epoch, log = state["epoch"], state["log"]
    learner = model
    if processes > 1:
        # Averages the gradients of all processes, which are those of the whole step.
        learner = DistributedDataParallel(model)
        # What is dropped differs between processes, as it does between the decisions of one.
        torch.manual_seed(options.seed + 1_000_003 * rank)
    if rank == 0:
        print(f"seed {options.seed}: {learnable} decisions to learn from, {steps} steps an epoch, opponents {names[1:]}", flush=True)

    for epoch in range(first_epoch, options.epochs):
        model.train()
        rng = np.random.default_rng([options.seed, epoch])
        order = train.draw(options.most, rng)[: steps * options.decisions].reshape(steps, options.decisions)
        began, total = time.monotonic(), 0.0
        for step, decisions in enumerate(order):
            batch = train.batch(decisions, options.boards, rng, own)
            hidden = torch.from_numpy(rng.random(options.decisions) < options.unknown)[own]
            batch.opponents[hidden] = 0
            if rng.random() < options.mirror:
                batch.mirror(mirrored)
            value = loss(learner(batch), batch)
            optimizer.zero_grad()
            value.backward()
            torch.nn.utils.clip_grad_norm_(weights, 5.0)
            optimizer.step()
            schedule.step()
            total += value.item()
            if rank == 0 and (step % 200 == 199 or step + 1 == steps):
                took = time.monotonic() - began
                left = took / (step + 1) * (steps - step - 1)
                text = f"seed {options.seed}, epoch {epoch + 1}/{options.epochs}: {step + 1}/{steps}, loss {total / (step + 1):.4f}, {left:.0f} s left"
                one_line = sys.stdout.isatty() and options.members == 1
                print(f"\r{text}" if one_line else text, end="" if one_line else "\n", flush=True)
        if processes > 1:
            totals = torch.tensor(total, dtype=torch.float64)
            dist.all_reduce(totals)
            total = totals.item() / processes
        if rank > 0:
            continue
        judged = {name: judge(model, part, loss, options.boards) for name, part in validations.items()}
        log.append({"epoch": epoch + 1, "train_loss": total / steps, **judged})
        print(f"\nseed {options.seed}, epoch {epoch + 1}: {log[-1]}", flush=True)
        state = {
            "settings": settings,
            "names": names,
            "features": train.features,
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "schedule": schedule.state_dict(),
            "epoch": epoch + 1,
            "log": log,
            # What came before, for the card.
            "before": [*start.get("before", []), {"settings": start["settings"], "log": start["log"]}] if start else [],
        }
        torch.save(state, checkpoint.with_suffix(".new"))
        checkpoint.with_suffix(".new").rename(checkpoint)


def train_side_by_side(members: list[argparse.Namespace]) -> None:
    """Trains each member in a process of its own: with enough cores they take as long as one."""
    processes = [multiprocessing.get_context("spawn").Process(target=train_member, args=(member,)) for member in members[1:]]
    for process in processes:
        process.start()
    train_member(members[0])
    for process in processes:
        process.join()
    if any(process.exitcode != 0 for process in processes):
        raise SystemExit("a member was not trained to the end; the same command goes on with it")


def main() -> None:
    options = arguments()
    if "WORLD_SIZE" in os.environ:
        # Of torchrun. The steps are computed on processors, so by gloo.
        dist.init_process_group("gloo")
    rank, _ = rank_and_processes()
    members = [argparse.Namespace(**{**vars(options), "seed": options.seed + i}) for i in range(options.members)]
    if dist.is_initialized():
        for member in members:
            train_member(member)
        dist.barrier()
        dist.destroy_process_group()
        if rank > 0:
            return
    else:
        train_side_by_side(members)
    states = [torch.load(checkpoint_of(member), weights_only=True) for member in members]
    files = []
    if options.model == "siamese":
        # The others are baselines, which have no model file.
        files = [options.out / "model.onnx", options.out / "model-float.onnx"]
        for file in files:
            export(states, file, quantize=file.name == "model.onnx")
    card.write(options.out, states, files)


if __name__ == "__main__":
    main()
