# ruff: noqa: RUF001
"""Draws the charts of charts.md from the recorded runs, and writes their tables into the page.

    pip install matplotlib
    python3 docs/benchmarks/charts.py

The pictures follow the light or dark theme of the reader.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import mean, median

import matplotlib as mpl
from matplotlib import pyplot as plt

HERE = Path(__file__).parent
PICTURES = HERE.parent / "pictures"
RUNS = HERE / "runs"
EPYC = "AMD EPYC (Zen 5)"

# Name, light theme, dark theme. Texts and series have a contrast of 4.5 or more with the paper.
COLOURS = {
    "paper": ("#fffffe", "#14181d"),
    "ink": ("#1f2328", "#e6edf3"),
    "muted": ("#57606a", "#9da7b3"),
    "grid": ("#d8dee4", "#343b43"),
    "first": ("#0b5cad", "#6cb6ff"),
    "second": ("#b3450b", "#ffa657"),
    "third": ("#6b3fa0", "#d2a8ff"),
}
INK, MUTED, GRID, FIRST, SECOND, THIRD = (light for light, _ in list(COLOURS.values())[1:])

mpl.rcParams.update(
    {
        "svg.fonttype": "none",
        "svg.hashsalt": "tilefall",
        "font.family": "sans-serif",
        "font.size": 9,
        "figure.facecolor": COLOURS["paper"][0],
        "axes.facecolor": "none",
        "axes.edgecolor": MUTED,
        "axes.labelcolor": MUTED,
        "axes.spines.left": False,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.grid.axis": "y",
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": GRID,
        "text.color": INK,
        "xtick.color": MUTED,
        "xtick.labelcolor": INK,
        "xtick.minor.bottom": False,
        "ytick.left": False,
        "ytick.minor.left": False,
        "ytick.labelcolor": INK,
    }
)


def read(path: Path) -> list[dict[str, str]]:
    """Reads a file of tab-separated values: comments, the names of the columns, rows."""
    lines = [line.split("\t") for line in path.read_text().splitlines() if not line.startswith("#")]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


def run(name: str) -> list[dict[str, str]]:
    """Reads a recorded run."""
    return read(RUNS / f"{name}.tsv")


def short(number: float) -> str:
    """Writes a number with two significant digits, or all digits before the point."""
    if number >= 9.95:
        return f"{number:.0f}"
    return f"{number:.{next(n + 1 for n in range(9) if number * 10**n >= 0.995)}f}"


def table(names: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Writes a table in Markdown."""
    names = list(names)
    lines = [names, ["---"] * len(names), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def picture(name: str, size: tuple[float, float], title: str, subtitle: str) -> tuple[plt.Figure, plt.Axes]:
    """Begins a picture of a size in inches."""
    figure, axes = plt.subplots(figsize=size, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.12)
    figure.set_label(name)
    figure.suptitle(title, x=0.015, ha="left", fontsize=12, fontweight="semibold")
    axes.set_title(subtitle, loc="left", color=MUTED, fontsize=9, pad=12, x=0)
    return figure, axes


def save(figure: plt.Figure, text: str) -> None:
    """Writes a picture, with its colours for both themes, and its table into the page."""
    name = figure.get_label()
    path = PICTURES / f"chart-{name}.svg"
    figure.savefig(path, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    svg = path.read_text()
    svg = svg[svg.index("<svg") :]
    for colour, (light, _) in COLOURS.items():
        svg = svg.replace(light, f"var(--{colour})")
    light, dark = ("".join(f"--{name}:{both[i]};" for name, both in COLOURS.items()) for i in (0, 1))
    style = f"svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}text{{font-family:system-ui,sans-serif}}"
    svg = re.sub(r"'?DejaVu Sans'?[^;\"]*", "system-ui, sans-serif", svg)
    svg = svg.replace(" <defs>", f" <style>{style}</style>\n <defs>", 1)
    path.write_text("".join(line.rstrip() + "\n" for line in svg.splitlines()))

    page = HERE / "charts.md"
    before, rest = page.read_text().split(f"<!-- {name} -->\n")
    _, after = rest.split(f"<!-- /{name} -->\n")
    page.write_text(f"{before}<!-- {name} -->\n{text}<!-- /{name} -->\n{after}")


def spread(heights: list[float], gap: float) -> list[float]:
    """Moves heights of labels apart, from the lowest up; returns them in the order given."""
    placed = dict.fromkeys(range(len(heights)), 0.0)
    last = float("-inf")
    for i in sorted(placed, key=heights.__getitem__):
        last = placed[i] = max(heights[i], last + gap)
    return list(placed.values())


def standard20() -> None:
    """Totals of the 20 standard boards: searches of several lengths, and published totals."""
    seeds: dict[tuple[str, str], dict[str, list[tuple[float, float]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for name, time in (
        ("2026-11-26-epyc-standard20-trials", ""),
        ("2026-11-25-epyc-standard20-10s", "10 s"),
        ("2026-11-25-epyc-standard20-60s-b", "60 s"),
    ):
        for row in run(name):
            length = seeds[time, "" if time else row["limit"]]
            length[row["seed"]].append((float(row["score"]), float(row["trials"])))
    lengths = []
    for (time, _), of_seeds in seeds.items():
        totals = sorted(sum(score for score, _ in boards) for boards in of_seeds.values())
        lengths.append((mean(trials for boards in of_seeds.values() for _, trials in boards), time, totals))
    rate = next(trials for trials, time, _ in lengths if time == "10 s") / 10
    published = read(HERE / "published.tsv")
    records = (HERE.parents[1] / "data/standard/standard20.answers.jsonl").read_text().splitlines()
    best = sum(json.loads(line)["score"] for line in records)

    figure, axes = picture(
        "standard20",
        (8, 4.9),
        "SameGame: total of the 20 standard boards",
        "tilefall by time per board (dots: seeds; line: medians), and published totals (dashed)",
    )
    axes.set_xscale("log")
    axes.set_xlim(0.07, 90)
    axes.set_ylim(72_000, 89_000)
    axes.set_xticks([0.1, 0.3, 1, 2, 5, 10, 30, 60], ["0.1", "0.3", "1", "2", "5", "10", "30", "60"])
    axes.set_yticks(range(72_000, 88_000, 3000), [f"{y:,}" for y in range(72_000, 88_000, 3000)])
    axes.set_xlabel(
        f"seconds per board on two cores, at {short(rate / 1e6)} million annealing trials per second"
    )
    axes.set_ylabel("points, 20 boards")
    lines = [(float(row["total"]), row["short"], MUTED) for row in published if row["short"] != "-"]
    lines.append((best, "tilefall, best of all runs", FIRST))
    for (total, name, colour), label in zip(
        lines, spread([total for total, _, _ in lines], 650), strict=True
    ):
        axes.axhline(total, color=colour, linestyle="--", linewidth=0.8)
        axes.annotate(
            f"{total:,.0f} {name}",
            (1, total),
            (1.03, label),
            xycoords=("axes fraction", "data"),
            textcoords=("axes fraction", "data"),
            color=colour,
            va="center",
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.8,
                "linestyle": "--",
                "shrinkB": 0,
            },
        )
    axes.plot(
        [trials / rate for trials, _, _ in lengths], [median(totals) for *_, totals in lengths], color=FIRST
    )
    for trials, _, totals in lengths:
        axes.plot([trials / rate] * len(totals), totals, "o", color=FIRST, markersize=4.5, linewidth=0)
        axes.annotate(
            f"{median(totals):,.0f}",
            (trials / rate, totals[-1]),
            (0, 6),
            textcoords="offset points",
            ha="center",
            color=FIRST,
            bbox={"facecolor": COLOURS["paper"][0], "edgecolor": "none", "pad": 0.5},
        )
    texts = ["method", "authors", "year", "effort", "source", "evidence"]
    save(
        figure,
        table(
            ["trials per board", "time per board", "seeds", "lowest", "median", "highest"],
            (
                [
                    f"{trials:,.0f}",
                    time or f"≈ {short(trials / rate)} s",
                    len(totals),
                    *(f"{total:,.0f}" for total in (totals[0], median(totals), totals[-1])),
                ]
                for trials, time, totals in lengths
            ),
        )
        + f"\nThe best lists of all runs have {best:,} points.\n\n"
        + table(
            ["total", *texts],
            ([f"{int(row['total']):,}", *(row[text] for text in texts)] for row in published),
        ),
    )


def mayan() -> None:
    """Processor time of a proof that a Mayan puzzle has no list: tilefall and programs of others."""
    rounds: dict[str, dict[int, dict[str, list[float]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for row in run("2026-11-26-epyc-peers-mayan"):
        task = re.fullmatch(r"Mayan, none in (\d+) moves", row["task"])
        if task and row["answer"] == "valid":
            rounds[row["peer"]][int(task[1])][row["board"]].append(float(row["processor_seconds"]))
    series = {
        peer: {m: mean(map(median, boards.values())) for m, boards in of_peer.items()}
        for peer, of_peer in sorted(rounds.items(), key=lambda item: item[0] != "tilefall")
    }
    moves = sorted({m for times in series.values() for m in times})

    figure, axes = picture(
        "mayan",
        (7.9, 4.6),
        "Mayan puzzle: time to prove that no list of M moves exists",
        "mean of 20 boards of 30 to 35 blocks and 6 to 10 colours, whole process on one thread",
    )
    axes.set_yscale("log")
    axes.set_ylim(0.0007, 2)
    axes.set_xlim(1.7, max(moves) + 0.6)
    axes.set_xticks(moves)
    axes.set_yticks([0.001, 0.01, 0.1, 1], ["1 ms", "10 ms", "100 ms", "1 s"])
    axes.set_xlabel("M, moves")
    axes.set_ylabel("processor time of a board")
    ends = [times[max(times)] for times in series.values()]
    for i, (peer, times) in enumerate(series.items()):
        colour = [FIRST, SECOND, THIRD, MUTED][min(i, 3)]
        axes.plot(times.keys(), times.values(), "-o" if i == 0 else "--o", color=colour, markersize=5)
        higher = sum(other < ends[i] for other in ends[1:]) - (len(ends) - 2) / 2
        axes.annotate(
            peer,
            (max(times), ends[i]),
            (-8, 8) if i == 0 else (9, 11 * higher),
            textcoords="offset points",
            ha="right" if i == 0 else "left",
            va="center",
            color=colour,
        )
    save(
        figure,
        table(
            ["M", *series],
            ([m, *(f"{short(t[m] * 1e3)} ms" if m in t else "-" for t in series.values())] for m in moves),
        ),
    )


def threads() -> None:
    """Throughput by threads, machines and CPU paths."""

    def nodes(rows: list[dict[str, str]]) -> float:
        return sum(float(row["nodes"]) for row in rows) / sum(float(row["seconds"]) for row in rows) / 1e6

    def playouts(path: str) -> float:
        name = f"100 playouts 15x15x5/groups/{path}"
        row = next(row for row in run("2026-11-23-epyc-vectors") if row["benchmark"] == name)
        return 1e5 / median(float(row[f"median_us_{i}"]) for i in (1, 2, 3))

    def judge(path: str) -> float:
        rows = run("2026-11-23-epyc-operations")
        times = [float(row["median_ns"]) for row in rows if row["benchmark"] == f"uva339/{path}/5"]
        return 11_025_304 / 2**20 / (median(times) / 1e9)

    none, layers = run("2026-11-24-epyc-mayan-none"), run("2026-11-24-epyc-exact-layers")
    xeon = [
        row
        for row in run("2026-11-22-xeon-exact-pairs")
        if float(row["board"]) <= 29 and row["commit"] == "new"
    ]
    kinds = {n: "1 thread" if n == "1" else f"{n} threads" for n in "12"}
    paths = {"avx2": "AVX2", "portable": "portable"}

    def by_threads(rows: list[dict[str, str]]) -> dict[str, float]:
        return {kinds[n]: nodes([row for row in rows if row["threads"] == n]) for n in kinds}

    panels = [
        (
            "Mayan: proofs of none in 12 moves",
            EPYC,
            "million nodes/s",
            by_threads([row for row in none if row["moves"] == "12"]),
        ),
        ("SameGame 8×8: proofs", EPYC, "million nodes/s", by_threads(layers)),
        ("SameGame 8×8: proofs, depth first", "Intel Xeon, busy", "million nodes/s", by_threads(xeon)),
        (
            "SameGame 15×15: random playouts",
            EPYC,
            "thousand/s, 1 thread",
            {name: playouts(path) for path, name in paths.items()},
        ),
        (
            "UVa 339: grids of 10×40, 5 colours",
            EPYC,
            "MiB/s, 1 thread",
            {name: judge(path) for path, name in paths.items()},
        ),
    ]

    figure, axes = picture(
        "threads",
        (7.9, 4.8),
        "Throughput by threads, machines and CPU paths",
        "each group of bars has its own scale, from zero; in brackets: times the other bar",
    )
    axes.set_axis_off()
    axes.set_ylim(3 * len(panels) - 1, -0.8)
    axes.set_xlim(-1.1, 1.45)
    rows = []
    for i, (workload, machine, unit, bars) in enumerate(panels):
        for line, (text, colour) in enumerate(((workload, INK), (unit, MUTED), (machine, MUTED))):
            axes.text(-1.1, 3 * i + 0.7 * line - 0.2, text, color=colour, va="center")
        most, least = max(bars.values()), min(bars.values())
        for j, (name, value) in enumerate(bars.items()):
            text = f"{value:.2f}" if value < 100 else f"{value:,.0f}"
            times = f"{short(value / least)} times" if value > least else "1"
            axes.barh(3 * i + j, value / most, 0.8, color=[FIRST, SECOND][j % 2])
            axes.text(-0.02, 3 * i + j, name, ha="right", va="center")
            ratio = f" ({times})" if value > least else ""
            axes.text(value / most + 0.02, 3 * i + j, text + ratio, va="center")
            rows.append([workload, machine, unit, name, text, times])
    save(figure, table(["workload", "machine", "unit", "run", "rate", "ratio"], rows))


def proofs() -> None:
    """Times of proofs of the highest score, by the size of the board."""
    rows = run("2026-11-26-epyc-exact-sizes")
    sizes = {}
    for side in (5, 6, 7, 9):
        boards = [row for row in rows if row["side"] == str(side)]
        proven = [float(row["seconds"]) for row in boards if row["status"] == "optimal"]
        sizes[side] = (len(boards), proven, "60 s")
    eight = [float(row["seconds"]) for row in run("2026-11-24-epyc-exact-layers") if row["threads"] == "2"]
    sizes[8] = (len(eight), eight, "60 s")
    # The run lists the proven boards of twenty.
    sizes[10] = (20, [float(row["seconds"]) for row in run("2026-11-24-epyc-exact10-layers")], "600 s")

    figure, axes = picture(
        "proofs",
        (7.9, 4.6),
        "SameGame: time to prove the highest score, by size",
        "boards of 4 colours, two threads, at most 60 s (10×10: 600 s); a dot for each proof, a line at the median",
    )
    axes.set_yscale("log")
    axes.set_ylim(0.0008, 1600)
    axes.set_xlim(4.5, 10.5)
    axes.set_xticks(sorted(sizes), [f"{side}×{side}" for side in sorted(sizes)])
    ticks = [0.001, 0.01, 0.1, 1, 10, 100, 600]
    axes.set_yticks(ticks, [f"{tick * 1000:.0f} ms" if tick < 1 else f"{tick} s" for tick in ticks])
    axes.set_xlabel("rows and columns of the board")
    axes.set_ylabel("time of a board")
    cells = []
    for side, (boards, proven, limit) in sorted(sizes.items()):
        proven.sort()
        middle = median(proven + [float("inf")] * (boards - len(proven)))
        aside = [side + (0, -0.12, 0.12, -0.06, 0.06)[i % 5] for i in range(len(proven))]
        axes.plot(aside, proven, "o", color=FIRST, markerfacecolor="none", markersize=4.5)
        if middle < float("inf"):
            axes.plot([side - 0.25, side + 0.25], [middle] * 2, color=SECOND, linewidth=3)
        share = f"{len(proven)} of {boards} proven"
        axes.text(side, 1100, share, ha="center")
        times = [proven[0], middle, proven[-1]]
        times = [f"{short(time)} s" if time < float("inf") else "-" for time in times]
        cells.append([f"{side}×{side}", share, limit, *times])
    names = ["board", "proven", "limit of a board", "fastest", "median of all", "slowest proof"]
    save(figure, table(names, cells))


if __name__ == "__main__":
    standard20()
    mayan()
    threads()
    proofs()
