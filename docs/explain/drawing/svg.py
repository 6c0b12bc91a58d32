"""An SVG picture with tiles, boards and sets of cells, in light and dark."""

import math
from collections.abc import Iterable
from html import escape

from .model import Board, Cell

# The first colours of src/text/render/palette.rs, which are distinct with any colour blindness, each with its ink.
TILES = {
    "1": ("#ffd700", "#000"),
    "2": ("#005fd7", "#fff"),
    "3": ("#ff5f00", "#000"),
    "4": ("#87005f", "#fff"),
}

STYLE = """
text{font-family:system-ui,sans-serif;font-size:14px;fill:#1c1c1c}
.small{font-size:12px}.soft{fill:#595959}.head{font-size:15px;font-weight:600}.mono{font-family:ui-monospace,monospace}
.paper{fill:#fff}.cell{fill:#f0f0f0;stroke:#b8b8b8}.on{fill:#1c1c1c}.line{stroke:#595959;stroke-width:1.5;fill:none}
.strong{stroke:#1c1c1c;stroke-width:3;fill:none}.cut{stroke:#d70000;stroke-width:3;fill:none}.warn{fill:#b00000}
.tip{fill:#595959}.faded{opacity:.35}.box{fill:none;stroke:#b8b8b8}
.list{fill:none;stroke-width:4;stroke-linejoin:round}
.list1{stroke:#a87c00}.list2{stroke:#005fd7}.list3{stroke:#e05000}.list4{stroke:#87005f}
@media (prefers-color-scheme:dark){
text{fill:#e8e8e8}.soft,.tip{fill:#b0b0b0}.paper{fill:#1b1d21}.cell{fill:#2b2e34;stroke:#555a63}.on{fill:#e8e8e8}
.line{stroke:#b0b0b0}.strong{stroke:#fff}.cut{stroke:#ff6b6b}.warn{fill:#ff8a8a}.box{stroke:#555a63}
.list1{stroke:#ffd700}.list2{stroke:#5f9bff}.list3{stroke:#ff8a3d}.list4{stroke:#e08ac0}}
"""


class Picture:
    """An SVG picture."""

    def __init__(self, name: str, size: tuple[int, int], title: str, description: str) -> None:
        """Creates an empty picture."""
        self.name, self.size, self.title, self.description = name, size, title, description
        self.parts: list[str] = []

    def add(self, part: str) -> None:
        """Adds an element."""
        self.parts.append(part)

    def text(self, x: float, y: float, text: str, style: str = "", anchor: str = "start") -> None:
        """Adds a line of text."""
        kind = f' class="{style}"' if style else ""
        where = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.add(f'<text x="{x:g}" y="{y:g}"{kind}{where}>{escape(text, quote=False)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str = "line") -> None:
        """Adds a line."""
        self.add(f'<path class="{style}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"/>')

    def arrow(self, x1: float, y1: float, x2: float, y2: float, style: str = "line") -> None:
        """Adds a line with a tip at its end."""
        length = math.hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        bx, by = x2 - 8 * ux, y2 - 8 * uy
        self.line(x1, y1, round(bx, 1), round(by, 1), style)
        points = [(x2, y2), (bx - 5 * uy, by + 5 * ux), (bx + 5 * uy, by - 5 * ux)]
        self.add('<path class="tip" d="M' + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + 'Z"/>')

    def tile(self, x: float, y: float, size: int, name: str, faded: bool = False) -> None:
        """Adds a tile."""
        fill, ink = TILES[name]
        opacity = ' class="faded"' if faded else ""
        radius = max(2, size // 8)
        self.add(
            f'<g{opacity}><rect x="{x + 1:g}" y="{y + 1:g}" width="{size - 2}" height="{size - 2}" rx="{radius}" '
            f'fill="{fill}"/>'
            f'<text x="{x + size / 2:g}" y="{y + size * 0.69:g}" text-anchor="middle" '
            f'style="font-size:{round(size * 0.55)}px;fill:{ink}">{name}</text></g>'
        )

    def board(
        self,
        x: float,
        y: float,
        board: Board,
        size: int,
        shape: Cell,
        lit: Iterable[Cell] = (),
        faded: bool = False,
    ) -> None:
        """Draws a board whose upper left corner is (x, y), in a frame of rows and columns."""
        rows, cols = shape
        self.add(f'<rect class="cell" x="{x:g}" y="{y:g}" width="{cols * size}" height="{rows * size}"/>')
        for col, tiles in enumerate(board):
            for row, name in enumerate(tiles):
                self.tile(x + col * size, y + (rows - 1 - row) * size, size, name, faded)
        for col, row in sorted(lit):
            at = (x + col * size + 1.5, y + (rows - 1 - row) * size + 1.5)
            self.add(
                f'<rect class="strong" x="{at[0]:g}" y="{at[1]:g}" width="{size - 3}" height="{size - 3}"/>'
            )

    def bits(
        self, x: float, y: float, cells: set[Cell], size: int, shape: Cell, lit: Iterable[Cell] = ()
    ) -> None:
        """Draws a set of cells as zeros and ones."""
        rows, cols = shape
        for col in range(cols):
            for row in range(rows):
                at = (x + col * size, y + (rows - 1 - row) * size)
                on = (col, row) in cells
                kind = "on" if on else "cell"
                self.add(
                    f'<rect class="{kind}" x="{at[0] + 1:g}" y="{at[1] + 1:g}" width="{size - 2}" height="{size - 2}"/>'
                )
                self.text(
                    at[0] + size / 2,
                    at[1] + size / 2 + 4,
                    str(int(on)),
                    "paper small" if on else "soft small",
                    "middle",
                )
        for col, row in sorted(lit):
            at = (x + col * size + 2, y + (rows - 1 - row) * size + 2)
            self.add(
                f'<rect class="cut" x="{at[0]:g}" y="{at[1]:g}" width="{size - 4}" height="{size - 4}"/>'
            )

    def to_text(self) -> str:
        """Returns the file."""
        width, height = self.size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'role="img" aria-labelledby="title description">\n'
            f'<title id="title">{escape(self.title)}</title>\n'
            f'<desc id="description">{escape(self.description)}</desc>\n'
            f"<style>{STYLE}</style>\n"
            f'<rect class="paper" width="{width}" height="{height}" rx="6"/>\n'
        )
        return head + "\n".join(self.parts) + "\n</svg>\n"
