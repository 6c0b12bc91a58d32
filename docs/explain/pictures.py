"""Draws the pictures of the pages in this folder, as SVG files in `pictures`.

    python3 docs/explain/pictures.py           writes the files
    python3 docs/explain/pictures.py --check   compares them with the files, and fails if one differs

Only the standard library is used. The boards, lists and searches in the pictures are computed by `drawing/model.py`.
"""

import sys
from pathlib import Path

from drawing import mayan, samegame

FOLDER = Path(__file__).parent / "pictures"


def main() -> None:
    """Writes or compares the pictures."""
    pictures = [draw() for draw in (*mayan.PICTURES, *samegame.PICTURES)]
    if sys.argv[1:] == ["--check"]:
        names = {f"{picture.name}.svg" for picture in pictures}
        wrong = sorted(names ^ {path.name for path in FOLDER.iterdir()})
        wrong += [
            p.name
            for p in pictures
            if not wrong and (FOLDER / f"{p.name}.svg").read_text(encoding="utf-8") != p.to_text()
        ]
        if wrong:
            sys.exit(
                f"these pictures are not as the script draws them: {', '.join(wrong)}; run {sys.argv[0]}"
            )
        return
    if sys.argv[1:]:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    for picture in pictures:
        (FOLDER / f"{picture.name}.svg").write_text(picture.to_text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
