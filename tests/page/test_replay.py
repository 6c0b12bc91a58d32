"""Replay pages and pictures in a real browser, against an independent implementation of the rules."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import HOSTILE, ROOT, Replay, load, media, run, screen
from rules import Frame
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

SHOTS = Path(os.environ.get("TILEFALL_SHOTS", ROOT / "target/page"))

# The tiles as they are seen, [row, column, name] by the middle of what is drawn, and the colours by name.
SEEN = """
const [tiles, field, rows, cols] = arguments;
const box = document.querySelector(field).getBoundingClientRect();
const seen = [], fills = {};
for (const tile of document.querySelectorAll(tiles)) {
  if (getComputedStyle(tile).opacity < 0.5) continue;
  const rect = tile.querySelector("rect"), at = rect.getBoundingClientRect(), name = tile.textContent.trim();
  const col = ((at.left + at.right) / 2 - box.left) / box.width * cols - 0.5;
  const row = (box.bottom - (at.top + at.bottom) / 2) / box.height * rows - 0.5;
  seen.push([row, col, name]);
  (fills[name] ||= []).push(getComputedStyle(rect).fill);
}
return [seen, fills];
"""


def seen(browser: Chrome, shape: tuple[int, int], tiles: str = ".tile", field: str = ".floor") -> list:
    """The board as it is drawn. Each tile stands in the middle of a cell; a colour has one name."""
    drawn, fills = browser.execute_script(SEEN, tiles, field, *shape)
    for row, col, _ in drawn:
        assert abs(row - round(row)) < 0.05 and abs(col - round(col)) < 0.05, "a tile stands between cells"
    assert all(len(set(of_name)) == 1 for of_name in fills.values())
    assert len({of_name[0] for of_name in fills.values()}) == len(fills)
    return sorted([round(row), round(col), name] for row, col, name in drawn)


def listed(frame: Frame) -> list:
    """The board that is expected."""
    return sorted([row, col, name] for (row, col), name in frame.board.items())


def find(browser: Chrome, selector: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, selector)


def until(browser: Chrome, what: Callable[[], object], why: str) -> None:
    WebDriverWait(browser, 30, poll_frequency=0.01).until(lambda _: what(), why)


def step(browser: Chrome) -> int:
    return int(find(browser, "#step").text.partition("/")[0])


def press(browser: Chrome, *keys: str) -> None:
    ActionChains(browser, duration=0).send_keys(*keys).perform()


# Everything that a page shows about the current step, after its animation.
STATE = """
const $ = (id) => document.getElementById(id), [steps] = arguments;
if ($("step").textContent !== steps || document.getAnimations().length) return null;
return {
  cells: JSON.parse($("board").dataset.cells),
  left: $("left").textContent,
  score: $("score").offsetParent && $("score").textContent,
  end: $("end").offsetParent && $("end").textContent,
  coming: $("coming").textContent,
  slider: Number($("slider").value),
  current: [...document.querySelectorAll("#list [aria-current]")].map((one) => parseInt(one.textContent)),
  enabled: ["first", "back", "next", "last"].map((id) => !$(id).disabled),
  spoken: $("say").textContent,
};
"""


def several(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def shows(browser: Chrome, frames: list[Frame], at: int, shape: tuple[int, int], scored: bool) -> None:
    """Waits until the page has come to a step and rests there; then all of it has to agree with the frame."""
    frame, last, states = frames[at], len(frames) - 1, []

    def rests() -> object:
        states.append(browser.execute_script(STATE, f"{at} / {last}"))
        return states[-1]

    until(browser, rests, f"the page does not come to step {at}")
    state = states[-1]
    assert sorted(state.pop("cells")) == seen(browser, shape) == listed(frame), f"the board after step {at}"
    end = frame.end and f" with a {'bonus' if frame.end > 0 else 'penalty'} of {abs(frame.end)}"
    points = f"{several(frame.score, 'point')}{end or ''}, " if scored else ""
    spoken = f"Step {at} of {last}, {points}{several(len(frame.board), 'tile')} left."
    assert state == {
        "left": str(len(frame.board)),
        "score": str(frame.score) if scored else None,
        "end": f"{frame.end:+}" if frame.end else None,
        "coming": frame.coming or "nothing",
        "slider": at,
        "current": [at] if at else [],
        "enabled": [at > 0, at > 0, at < last, at < last],
        "spoken": f"{spoken} Next: {frame.coming}." if frame.coming else spoken,
    }


@pytest.fixture(params=["big", "small", "mayan"])
def replay(request: pytest.FixtureRequest) -> Replay:
    return request.getfixturevalue(request.param)


def choose(browser: Chrome, replay: Replay, number: int) -> None:
    if len(replay.ids) > 1:
        Select(find(browser, "#puzzle")).select_by_index(number)
        # Keys are for the page now, not for the menu.
        browser.execute_script("document.activeElement.blur()")


def test_the_keyboard_goes_through_every_replay(browser: Chrome, replay: Replay) -> None:
    load(browser, replay.html)
    scored = replay.game == "samegame"
    press(browser, "+++++")
    assert Select(find(browser, "#speed")).first_selected_option.get_attribute("value") == "8"
    for number, (frames, shape) in enumerate(zip(replay.frames, replay.shapes, strict=True)):
        choose(browser, replay, number)
        last = len(frames) - 1
        assert last == len(browser.find_elements(By.CSS_SELECTOR, "#list li"))
        shows(browser, frames, 0, shape, scored)
        for at in range(1, last + 1):
            press(browser, Keys.ARROW_RIGHT)
            shows(browser, frames, at, shape, scored)
        press(browser, Keys.ARROW_RIGHT)
        shows(browser, frames, last, shape, scored)
        for at in range(last - 1, -1, -1):
            press(browser, Keys.ARROW_LEFT)
            shows(browser, frames, at, shape, scored)
        press(browser, Keys.END)
        shows(browser, frames, last, shape, scored)
        for digit in range(10):
            press(browser, str(digit))
            shows(browser, frames, int(last * digit / 9 + 0.5), shape, scored)
        press(browser, Keys.HOME)
        shows(browser, frames, 0, shape, scored)


def test_space_plays_to_the_end_and_stops_on_the_way(browser: Chrome, replay: Replay) -> None:
    load(browser, replay.html)
    frames, shape, scored = replay.frames[0], replay.shapes[0], replay.game == "samegame"
    last = len(frames) - 1
    press(browser, " ")
    assert find(browser, "#play").text == "Pause"
    assert find(browser, "#say").get_attribute("aria-live") == "off"
    until(browser, lambda: step(browser) == 1, "it does not play")
    press(browser, " ")
    assert find(browser, "#play").text == "Play"
    at = step(browser)
    shows(browser, frames, at, shape, scored)
    press(browser, "+++", " ")
    until(browser, lambda: find(browser, "#play").text == "Play", "it does not play to the end")
    shows(browser, frames, last, shape, scored)
    assert find(browser, "#say").get_attribute("aria-live") == "polite"
    # At the end, playback starts again.
    find(browser, "#play").click()
    until(browser, lambda: step(browser) < last, "it does not begin anew")


def test_the_pointer_goes_through_every_replay(browser: Chrome, replay: Replay) -> None:
    load(browser, replay.html)
    scored = replay.game == "samegame"
    Select(find(browser, "#speed")).select_by_value("8")
    for number, (frames, shape) in enumerate(zip(replay.frames, replay.shapes, strict=True)):
        choose(browser, replay, number)
        last = len(frames) - 1
        for at in range(1, last + 1):
            find(browser, "#next").click()
            shows(browser, frames, at, shape, scored)
        find(browser, "#back").click()
        shows(browser, frames, last - 1, shape, scored)
        find(browser, "#first").click()
        shows(browser, frames, 0, shape, scored)
        find(browser, "#last").click()
        shows(browser, frames, last, shape, scored)
        for at in {1, last // 2 + 1, last}:
            find(browser, f"#list li:nth-child({at}) button").click()
            shows(browser, frames, at, shape, scored)
        slider = find(browser, "#slider")
        for part in (-0.3, 0.0, 0.2):
            ActionChains(browser, duration=0).move_to_element_with_offset(
                slider, int(part * slider.size["width"]), 0
            ).click().perform()
            at = int(slider.get_attribute("value"))
            assert abs(at - (part + 0.5) * last) <= 0.03 * last + 0.5
            shows(browser, frames, at, shape, scored)
        ActionChains(browser, duration=20).drag_and_drop_by_offset(slider, slider.size["width"], 0).perform()
        shows(browser, frames, last, shape, scored)


def test_who_presses_fast_need_not_wait(browser: Chrome, big: Replay) -> None:
    load(browser, big.html)
    press(browser, "-", *[Keys.ARROW_RIGHT] * 9)
    shows(browser, big.frames[0], 9, big.shapes[0], True)
    press(browser, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    shows(browser, big.frames[0], 10, big.shapes[0], True)


def test_a_tap_on_a_phone(browser: Chrome, mayan: Replay) -> None:
    screen(browser, 390, 844, phone=True)
    load(browser, mayan.html)
    place = find(browser, "#next").rect
    point = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    for kind, points in (("touchStart", [point]), ("touchEnd", [])):
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    shows(browser, mayan.frames[0], 1, mayan.shapes[0], False)


def test_the_end_is_what_verify_says(browser: Chrome, replay: Replay, program: str) -> None:
    files = replay.puzzles, replay.answers
    lines = run(program, replay.game, "verify", "--output", "jsonl", *files).splitlines()
    assert len(lines) == len(replay.frames)
    for number, (line, frames) in enumerate(zip(lines, replay.frames, strict=True)):
        said = json.loads(line)
        assert said["valid"] and said["cleared"] == (not frames[-1].board)
        load(browser, replay.html)
        choose(browser, replay, number)
        find(browser, "#last").click()
        assert said.get("score", 0) == int(find(browser, "#score").get_attribute("textContent"))


def test_less_motion(browser: Chrome, mayan: Replay) -> None:
    moves = (
        "const t = document.querySelector('.tile'); return parseFloat(getComputedStyle(t).transitionDuration)"
    )
    watch = """window.begun = 0; addEventListener("transitionrun", () => window.begun++)"""
    for motion, moving in (("no-preference", True), ("reduce", False)):
        media(browser, motion=motion)
        load(browser, mayan.html)
        assert (browser.execute_script(moves) > 0) == moving
        browser.execute_script(watch)
        for at in (1, 2):
            press(browser, Keys.ARROW_RIGHT)
            shows(browser, mayan.frames[0], at, mayan.shapes[0], False)
        assert (browser.execute_script("return window.begun") > 0) == moving
    press(browser, "+++", " ")
    shows(browser, mayan.frames[0], len(mayan.frames[0]) - 1, mayan.shapes[0], False)


def focused(browser: Chrome) -> str:
    return browser.execute_script("const e = document.activeElement; return e.id || e.textContent")


def test_the_tabulator_visits_the_controls_in_order(browser: Chrome, mayan: Replay) -> None:
    load(browser, mayan.html)
    press(browser, Keys.ARROW_RIGHT)
    shows(browser, mayan.frames[0], 1, mayan.shapes[0], False)
    steps = [f"{at + 1}. {frame.coming}" for at, frame in enumerate(mayan.frames[0][:-1])]
    want = ["puzzle", "theme", "first", "back", "play", "next", "last", "slider", "speed", *steps]
    visited = []
    for _ in want:
        press(browser, Keys.TAB)
        visited.append(focused(browser))
        ring = browser.execute_script("return getComputedStyle(document.activeElement).outline")
        assert "solid" in ring and "3px" in ring, f"{visited[-1]} shows no focus: {ring}"
    assert visited == want
    # Enter and space work on what has the focus.
    press(browser, Keys.ENTER)
    shows(browser, mayan.frames[0], len(steps), mayan.shapes[0], False)


def test_the_focus_is_not_lost_at_the_ends(browser: Chrome, mayan: Replay) -> None:
    load(browser, mayan.html)
    frames, shape = mayan.frames[0], mayan.shapes[0]
    for button, keys, at in (
        ("next", [Keys.ENTER] * (len(frames) + 2), len(frames) - 1),
        ("first", [Keys.ENTER, Keys.ENTER], 0),
    ):
        browser.execute_script(f"document.getElementById('{button}').focus()")
        press(browser, *keys)
        shows(browser, frames, at, shape, False)
        assert focused(browser) == "slider"
    press(browser, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    shows(browser, frames, 2, shape, False)
    press(browser, " ")
    shows(browser, frames, len(frames) - 1, shape, False)


def test_every_control_has_a_name(browser: Chrome, replay: Replay) -> None:
    load(browser, replay.html)
    press(browser, Keys.ARROW_RIGHT)
    shows(browser, replay.frames[0], 1, replay.shapes[0], replay.game == "samegame")
    tree = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    names: dict[str, list[str]] = {}
    for node in tree:
        if not node["ignored"]:
            role, name = node["role"]["value"], node.get("name", {}).get("value", "")
            names.setdefault(role, []).append(name)
    steps = [f"{at + 1}. {frame.coming}" for at, frame in enumerate(replay.frames[0][:-1])]
    buttons = ["Light or dark", "First board", "Back one step", "Play", "On one step", "Last board"]
    assert names["button"][: len(buttons)] == buttons
    told = names["button"][len(buttons) :]
    assert len(told) == len(steps) and all(map(str.startswith, told, steps))
    assert names["slider"] == ["Step"]
    assert names["combobox"] == (["Puzzle"] if len(replay.ids) > 1 else []) + ["Speed"]
    board = next(name for name in names["image"] if name)
    assert replay.ids[0] in board and "Step 1 of" in board and "tiles left" in board
    assert replay.ids[0] in names["heading"][0]


def test_a_hostile_name_stays_text(browser: Chrome, small: Replay) -> None:
    load(browser, small.html)
    number = small.ids.index(HOSTILE)
    choose(browser, small, number)
    assert find(browser, f"#puzzle option:nth-child({number + 1})").get_attribute("text").startswith(HOSTILE)
    assert find(browser, "#title").get_attribute("textContent").startswith(HOSTILE)
    assert browser.title.startswith(HOSTILE)
    count = "return [document.scripts.length, document.images.length, typeof window.taken]"
    assert browser.execute_script(count) == [3, 0, "undefined"]
    shows(browser, small.frames[number], 0, small.shapes[number], True)


def test_the_page_forbids_itself_to_fetch(browser: Chrome, small: Replay) -> None:
    load(browser, small.html)
    fetches = """
      const done = arguments[0];
      addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
      fetch("http://127.0.0.1:1/").catch(() => setTimeout(() => done("nothing forbids it"), 500));
    """
    assert browser.execute_async_script(fetches) == "connect-src"
    # The browser complains of this attempt, and may do so.
    for kind in ("browser", "performance"):
        browser.get_log(kind)
    browser.refresh()


def test_pages_are_small(big: Replay, mayan: Replay) -> None:
    sizes = [page.html.stat().st_size for page in (big, mayan)]
    print(f"SameGame 15x15: {sizes[0]} bytes, {len(big.frames[0]) - 1} clicks; four Mayan boards: {sizes[1]}")
    assert max(sizes) <= 150_000


def test_screenshots(browser: Chrome, big: Replay, mayan: Replay) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    width = "return Math.max(document.scrollingElement.scrollWidth, innerWidth)"
    paper = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    for name, replay in (("samegame", big), ("mayan", mayan)):
        for look in ("light", "dark", "phone", "narrow"):
            size = {"phone": (390, 844), "narrow": (320, 640)}.get(look, (1280, 800))
            screen(browser, *size, phone=size[0] < 1000)
            media(browser, "dark" if look == "dark" else "light")
            load(browser, replay.html)
            find(browser, f"#list li:nth-child({len(replay.frames[0]) // 3}) button").click()
            # A phone makes the window wider than its screen if the page does not fit.
            assert browser.execute_script(width) == size[0], f"{name}, {look}: the page is too wide"
            assert (sum(browser.execute_script(paper)) < 3 * 128) == (look == "dark")
            assert browser.save_screenshot(str(SHOTS / f"{name}-{look}.png"))
        # The button inverts the setting of the system, and inverts it back.
        media(browser)
        screen(browser, 1280, 800)
        for dark in (True, False):
            find(browser, "#theme").click()
            assert (sum(browser.execute_script(paper)) < 3 * 128) == dark


def test_the_pictures(browser: Chrome, replay: Replay, program: str) -> None:
    frames, shape = replay.frames[0], replay.shapes[0]
    moving = replay.html.with_name("moving.svg")
    words = [program, replay.game, "replay", "--id", replay.ids[0], replay.puzzles, replay.answers]
    run(*words, "--animate", moving)
    SHOTS.mkdir(parents=True, exist_ok=True)
    load(browser, moving)
    assert browser.execute_script("return document.querySelectorAll('script').length") == 0
    # The headline of a step begins when its tiles have come to rest.
    begins = """
      const all = document.getAnimations();
      all.forEach((one) => one.pause());
      const head = all.find((one) => one.effect.target.id === arguments[0]);
      const total = head.effect.getComputedTiming().duration;
      const from = head.effect.getKeyframes().find((frame) => frame.opacity === "1");
      all.forEach((one) => { one.currentTime = from.offset * total + 1; });
    """
    for at, frame in enumerate(frames):
        browser.execute_script(begins, f"s{at}")
        assert seen(browser, shape, ".t", ".f") == listed(frame), f"the moving picture after step {at}"
        if at == len(frames) // 3:
            assert browser.save_screenshot(str(SHOTS / f"{moving.parent.name}-moving.png"))
    media(browser, motion="reduce")
    load(browser, moving)
    assert browser.execute_script("return document.getAnimations().length") == 0
    assert seen(browser, shape, ".t", ".f") == listed(frames[0])
