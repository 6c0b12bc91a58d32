"""The program under test, the replays that it writes, and a browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from rules import Frame, frames
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"]

# A name that contains markup.
HOSTILE = (
    "</script><script>window.taken = 1</script><img src=x onerror='window.taken = 1'>{{js}} & \"quotes\""
)


@dataclass
class Replay:
    """The replays of some puzzles of one game, and the expected boards."""

    game: str
    puzzles: Path
    answers: Path
    html: Path
    # For each puzzle.
    frames: list[list[Frame]]
    shapes: list[tuple[int, int]]
    ids: list[str]


@pytest.fixture(scope="session")
def program() -> str:
    """The program under test: TILEFALL, or the release build."""
    path = os.environ.get("TILEFALL", str(ROOT / "target/release/tilefall"))
    assert shutil.which(path), f"{path} is missing, expected 'cargo build --release' before, or TILEFALL"
    return path


def run(*words: str | Path) -> str:
    """What a command prints."""
    return subprocess.run([*map(str, words)], capture_output=True, check=True, encoding="utf-8").stdout


def replay(program: str, folder: Path, game: str, puzzles: list[dict[str, Any]]) -> Replay:
    """Solves puzzles and writes the page."""
    files = [folder / f"{game}.jsonl", folder / f"{game}-answers.jsonl", folder / f"{game}.html"]
    files[0].write_text("".join(json.dumps(puzzle) + "\n" for puzzle in puzzles))
    solve = [program, game, "solve", files[0], "--output", "jsonl", "--no-timings"]
    files[1].write_text(run(*solve, *(["--nodes", "200"] if game == "samegame" else [])))
    run(program, game, "replay", *files[:2], "--html", files[2])
    answers = [json.loads(line) for line in files[1].read_text().splitlines()]
    shown = [frames(puzzle, answer) for puzzle, answer in zip(puzzles, answers, strict=True)]
    shapes = [(len(puzzle["rows"]), max(map(len, puzzle["rows"]))) for puzzle in puzzles]
    return Replay(game, files[0], files[1], files[2], shown, shapes, [puzzle["id"] for puzzle in puzzles])


def made(program: str, *words: str) -> list[dict[str, Any]]:
    """Puzzles that the program makes."""
    return [json.loads(line) for line in run(program, *words).splitlines()]


@pytest.fixture(scope="session")
def big(program: str, tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """A SameGame board of the usual size, alone on its page."""
    puzzles = made(program, "samegame", "generate", "--seed", "7")
    return replay(program, tmp_path_factory.mktemp("big"), "samegame", puzzles)


@pytest.fixture(scope="session")
def small(program: str, tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """Three small SameGame boards: one that is cleared, one with other rules, one with a hostile name."""
    puzzles = made(program, *"samegame generate --rows 6 --cols 7 --colors 3 --clearable --seed 3".split())
    rules = {"score": "n1", "clear_bonus": 50, "left_penalty": "n2"}
    puzzles.append(
        {"v": 1, "id": "rules", "game": "samegame", "rows": ["aB0c", "aB0c", "ccc0"], "rules": rules}
    )
    puzzles.append({"v": 1, "id": HOSTILE, "game": "samegame", "rows": ["11.", "221", "121"]})
    return replay(program, tmp_path_factory.mktemp("small"), "samegame", puzzles)


@pytest.fixture(scope="session")
def mayan(program: str, tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """Three Mayan boards that were made, and one that has a run at first."""
    puzzles = made(program, *"mayan generate --moves 4 --unique --count 3 --seed 7".split())
    rows = [".....", ".....", ".....", ".....", ".....", "2....", "11122"]
    puzzles.append({"v": 1, "id": "run at first", "game": "mayan", "rows": rows, "moves": 2})
    return replay(program, tmp_path_factory.mktemp("mayan"), "mayan", puzzles)


@pytest.fixture(scope="session")
def chromium() -> Iterator[webdriver.Chrome]:
    """One browser for all tests."""
    options = webdriver.ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    found = [shutil.which(name) for name in ("chromium", "chromedriver")]
    assert all(found), "chromium or chromedriver is missing: install Debian's chromium and chromium-driver"
    options.binary_location = str(found[0])
    driver = webdriver.Chrome(options=options, service=Service(str(found[1])))
    yield driver
    driver.quit()


@pytest.fixture
def browser(chromium: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    """The browser as a desktop in light colours; afterwards, nothing was fetched and nothing went wrong."""
    for kind in ("performance", "browser"):
        chromium.get_log(kind)
    screen(chromium, 1280, 800)
    media(chromium)
    yield chromium
    asked = set()
    for entry in chromium.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
            params = message["params"]
            asked.add((params["request"] if "request" in params else params)["url"].partition("#")[0])
    elsewhere = {url for url in asked if not url.startswith("data:")} - chromium.__dict__.pop("opened", set())
    assert asked and not elsewhere, f"only the file itself may be read, and not {elsewhere}"
    assert chromium.get_log("browser") == []


def screen(browser: webdriver.Chrome, width: int, height: int, phone: bool = False) -> None:
    """Gives the browser a screen of this size."""
    size = {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone})


def media(browser: webdriver.Chrome, scheme: str = "light", motion: str = "no-preference") -> None:
    """The user's preferences of the system."""
    wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": motion}
    features = [{"name": name, "value": value} for name, value in wishes.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def load(browser: webdriver.Chrome, file: Path) -> None:
    """Opens a file, which is the only one that may be read."""
    browser.__dict__.setdefault("opened", set()).add(file.as_uri())
    browser.get(file.as_uri())
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
