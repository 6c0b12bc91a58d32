"""The site of documents in a real browser, from the disk."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT, screen
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

START = ROOT / "target/book/index.html"


@pytest.mark.skipif(not START.exists(), reason="the site is missing: 'bash .ci/book' builds it")
def test_the_search_needs_no_server(chromium: Chrome) -> None:
    chromium.get_log("performance")
    screen(chromium, 1280, 800)
    chromium.get(f"{START.as_uri()}?search=sidecar")
    found = "#mdbook-searchresults a"
    WebDriverWait(chromium, 20).until(lambda driver: driver.find_elements(By.CSS_SELECTOR, found))
    links = [link.get_attribute("href") or "" for link in chromium.find_elements(By.CSS_SELECTOR, found)]
    assert any("/records.html" in link for link in links), links
    messages = [json.loads(entry["message"])["message"] for entry in chromium.get_log("performance")]
    asked = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert asked and all(url.startswith(("file:", "data:")) for url in asked), asked
