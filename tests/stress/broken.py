"""Programs with one mistake each: (name, program, what is replaced, by what, most tiles of the failing input).

The most is 6 blocks of the Mayan puzzle or 9 cells where such an input exists. UVa 758 has boards of one size. The other programs run
as the right one does unless a block is in the seventh row, or a cell in the fortieth column or the tenth row.
"""

CELLS = "for (int x = 0; x < 5; x++)\n        for (int y = 0; y < 7; y++) {\n            if (!at[x][y]) continue;\n            for"
SETTLED = "        if not gone:\n            return\n"

BROKEN = [
    ("row by row", "mayan.cpp", CELLS, CELLS.replace("int x = 0; x < 5; x++", "int y = 0; y < 7; y++", 1).replace("        for (int y = 0; y < 7; y++) {", "        for (int x = 0; x < 5; x++) {"), 6),
    ("left before right", "mayan.cpp", "int g = 1; g >= -1; g -= 2", "int g = -1; g <= 1; g += 2", 6),
    ("never to the left", "mayan.cpp", "g >= -1;", "g >= 1;", 6),
    ("one round", "mayan.cpp", "while (vanish()) drop();", "vanish(), drop();", 6),
    ("cleared early", "mayan.cpp", "if (left == 0) return false;", "if (left == 0) return n = step, true;", 6),
    ("padded with zeros", "mayan.cpp", "if (left == 0) return false;", "if (left == 0) return true;", 6),
    ("divisible by three", "mayan.cpp", "count[c] == 1 || count[c] == 2", "count[c] % 3", 6),
    ("right edge", "mayan.cpp", "x + 2 < 5", "x + 3 < 5", 6),
    ("top row", "mayan.cpp", "y + 2 < 7", "y + 2 < 6", 21),
    ("colour ten", "mayan.cpp", "at[x][y] = c;\n    if (!s", "at[x][y] = c % 10;\n    if (!s", 6),
    ("blocks stay in the air", "mayan.cpp", "    drop();\n    while", "    while", 6),
    ("last column not put back", "mayan.cpp", "memcpy(at, kept, sizeof at);", "memcpy(at, kept, 4 * sizeof at[0]);", 6),
    ("five moves are too many", "mayan.cpp", "if (!search(0))", "if (n > 4 || !search(0))", 6),
    ("pair left", "mayan.cpp", "return left == 0;", "return left < 3;", 6),
    ("nothing for none", "mayan.cpp", 'puts("-1");', 'puts("");', 6),
    ("only columns", "mayan.cpp", "x + 2 < 5", "x + 2 < 0", 6),
    ("crashes when full", "mayan.cpp", "    if (!search(0))", "    if (at[0][6] || at[4][6]) __builtin_trap();\n    if (!search(0))", 7),
    ("runs at first", "simulate.py", "settle()\ncleared", "cleared", 6),
    ("all moves", "simulate.py", "moves[:allowed]", "moves", 6),
    ("empty cell ends", "simulate.py", "        continue\n    if get", '        sys.exit("no block")\n    if get', 6),
    ("empty cell pulls", "simulate.py", "    if not get(x, y):\n        continue\n", "    if not get(x, y):\n        x, y, to = to, y, x\n    if not get(x, y):\n        continue\n", 6),
    ("sides", "simulate.py", 'side == "L"', 'side == "R"', 6),
    ("one round only", "simulate.py", "not in gone]\n", "not in gone]\n        return\n", 6),
    ("top first", "simulate.py", "cells[5 * y + x] for y in range(7) if cells[5 * y + x]", "cells[5 * (6 - y) + x] for y in range(7) if cells[5 * (6 - y) + x]", 6),
    ("highest row", "simulate.py", "if c and c == get(x, y + 1)", "if c and y < 4 and c == get(x, y + 1)", 12),
    ("top row first", "uva339.cpp", "grid[row][col] = char", "grid[m - 1 - row][col] = char", 9),
    ("column and row", "uva339.cpp", "select(r - 1, c - 1)", "select(c - 1, r - 1)", 9),
    ("one zero ends", "uva339.cpp", "(r || c)", "r && c", 9),
    ("both zero end", "uva339.cpp", "&& m && n", "&& (m || n)", 9),
    ("stops at a win", "uva339.cpp", "(r || c)) select(r - 1, c - 1);", "(r || c)) {\n            select(r - 1, c - 1);\n            if (won()) break;\n        }", 9),
    ("single cells", "uva339.cpp", "'#') < 2", "'#') < 1", 9),
    ("columns stay", "uva339.cpp", "if (kept.empty()) continue;", "", 9),
    ("diagonals", "uva339.cpp", "return 1 + fill", "return 1 + fill(r + 1, c + 1, what, with) + fill(r - 1, c - 1, what, with) + fill", 9),
    ("column forty", "uva339.cpp", "c >= n || grid", "c >= n || c >= 39 || grid", 80),
    ("row ten", "uva339.cpp", "r >= m || c >= n || grid[r][c] != what", "r >= m || r >= 9 || c >= n || grid[r][c] != what", 20),
    ("nines", "uva339.cpp", "char('0' + digit)", "digit == 9 ? ' ' : char('0' + digit)", 9),
    ("blank line after each", "uva339.cpp", "number > 1) cout", "number > 2) cout", 9),
    ("last of ties", "uva758.py", "> len(best)", ">= len(best)", 150),
    ("points", "uva758.py", "(size - 2)", "(size - 1)", 150),
    ("no bonus", "uva758.py", "score += 1000", "score += 100", 150),
    ("first cell by row", "uva758.py", "min(best)", "min(best, key=lambda at: at[::-1])", 150),
    ("one ball", "uva758.py", "{left} balls", "{left} ball{'s' * (left != 1)}", 150),
    ("from the bottom", "click.c", "row = atoi(words[1])", "row = ROWS - 1 - atoi(words[1])", 9),
    ("one block", "click.c", ">= 2)", ">= 1)", 9),
    ("zero is empty", "click.c", "at[row][col] != '.'", "at[row][col] > '0'", 9),
    ("gaps stay", "click.c", "if (!height) continue;", "", 9),
    ("other way round", "click.c", "row = atoi(words[1]), col = atoi(words[2])", "row = atoi(words[2]) % ROWS, col = atoi(words[1])", 9),
    ("not up to the top", "click.c", "nr < 0", "nr < 1", 9),
]

#: Programs that are right, some by another convention or slower.
RIGHT = [
    ("mayan", "mayan.cpp", "", ""),
    ("equal swaps are moves", "mayan.cpp", " || at[to][y] == at[x][y]) continue", ") continue"),
    ("left into blocks", "mayan.cpp", "if (g == -1 && at[to][y]) continue;", ""),
    ("simulate", "simulate.py", "", ""),
    ("uva339", "uva339.cpp", "", ""),
    ("uva758", "uva758.py", "", ""),
    ("click", "click.c", "", ""),
]
