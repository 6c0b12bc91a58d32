"""Programs with one mistake each: (name, program, changes, most tiles of the failing input, the mistake that is named).

A change is a pair of texts: what is replaced, by what. The most is 6 blocks of the Mayan puzzle or 9 cells where such an input exists;
UVa 758 has boards of one size. Where the mistake is `None`, no known one is like it, and none is named.
"""

CELLS = "for (int x = 0; x < 5; x++)\n        for (int y = 0; y < 7; y++) {\n            if (!at[x][y]) continue;\n            for"
FLIPPED = CELLS.replace("int x = 0; x < 5; x++", "int y = 0; y < 7; y++", 1).replace("        for (int y = 0; y < 7; y++) {", "        for (int x = 0; x < 5; x++) {")
TO = "if (to < 0 || to > 4 || at[to][y] == at[x][y]) continue;\n                if (g == -1 && at[to][y]) continue;"
LISTED = "listed[step][0] = x, listed[step][1] = y, listed[step][2] = g;"
EDGES = [("            if (!at[x][y]) continue;\n            for (int g", "            if (x == 4 || at[x][y] == at[x + 1][y]) continue;\n            for (int g"), ("g >= -1;", "g >= 1;")]
ROWS = "if (x + 2 < 5 && at[x + 1][y] == c && at[x + 2][y] == c) any = gone[x][y] = gone[x + 1][y] = gone[x + 2][y] = true;"
COLUMN = "c; y++) at[x][y] = c;"
FALL = "int c = at[x][y];\n                at[x][y] = at[to][y];\n                at[to][y] = c;\n                settle();"
FULL = "scanf(\"%d\", &c) == 1 && c; y++)"
PRINTED = 'for (int col = 0; col < n; col++) cout << \' \' << grid[row][col];'
REMOVED = "        if (kept.empty()) continue;\n"

BROKEN = [
    ("row by row", "mayan.cpp", [(CELLS, FLIPPED)], 6, "cell-order"),
    ("left before right", "mayan.cpp", [("int g = 1; g >= -1; g -= 2", "int g = -1; g <= 1; g += 2")], 6, "side-order"),
    ("borders between columns", "mayan.cpp", [*EDGES, (LISTED, "listed[step][0] = kept[x][y] ? x : x + 1, listed[step][1] = y, listed[step][2] = kept[x][y] ? 1 : -1;")], 6, "edge-order"),
    ("empty cells", "mayan.cpp", EDGES, 6, "empty-cell"),
    ("empty cells, cleared early", "mayan.cpp", [*EDGES, ("if (left == 0) return false;", "if (left == 0) return n = step, true;")], 6, "empty-cell"),
    ("never to the left", "mayan.cpp", [("g >= -1;", "g >= 1;")], 6, "left-moves"),
    ("never into a block", "mayan.cpp", [(TO, "if (to < 0 || to > 4 || at[to][y]) continue;")], 6, "swaps"),
    ("five rows of moves", "mayan.cpp", [(CELLS, CELLS.replace("y < 7", "y < 5"))], 7, "high-moves"),
    ("column of seven", "mayan.cpp", [(FULL, "y < 7 && " + FULL)], 9, "column-of-seven"),
    ("one round", "mayan.cpp", [("while (vanish()) drop();", "vanish(), drop();")], 6, "chains"),
    ("cleared early", "mayan.cpp", [("if (left == 0) return false;", "if (left == 0) return n = step, true;")], 6, "exactly-n"),
    ("cleared early, row by row", "mayan.cpp", [("if (left == 0) return false;", "if (left == 0) return n = step, true;"), (CELLS, FLIPPED)], 6, "exactly-n"),
    ("padded", "mayan.cpp", [("if (left == 0) return false;", "if (left == 0) return true;")], 6, "padding"),
    ("not put back", "mayan.cpp", [("if (found) return true;", "if (found) return true;\n                if (step + 1 < n && over()) return false;"), ("memcpy(at, kept, sizeof at);\n                if", "if (step + 1 == n || !over()) memcpy(at, kept, sizeof at);\n                if"), ("static bool search(", "static bool over() {\n    for (int x = 0; x < 5; x++)\n        if (at[x][0]) return false;\n    return true;\n}\n\nstatic bool search(")], 6, "not-put-back"),
    ("divisible by three", "mayan.cpp", [("count[c] == 1 || count[c] == 2", "count[c] % 3")], 6, "modulo-three"),
    ("right edge", "mayan.cpp", [("x + 2 < 5", "x + 3 < 5")], 6, "right-edge"),
    ("top row", "mayan.cpp", [("for (int y = 0; y < 7; y++) {\n            int c", "for (int y = 0; y < 6; y++) {\n            int c"), ("y + 2 < 7", "y + 2 < 6")], 21, "top-row"),
    ("two top rows", "mayan.cpp", [("for (int y = 0; y < 7; y++) {\n            int c", "for (int y = 0; y < 5; y++) {\n            int c"), ("y + 2 < 7", "y + 2 < 5")], 21, "two-top-rows"),
    ("blocks stay in the air", "mayan.cpp", [("    drop();\n    while", "    while")], 6, "no-fall"),
    ("a block falls alone", "mayan.cpp", [(FALL, FALL.replace("settle();", "for (int h = y; h > 0 && g && !at[to][h - 1]; h--) at[to][h - 1] = at[to][h], at[to][h] = 0;\n                while (vanish()) drop();"))], 6, "column-left"),
    ("last column not put back", "mayan.cpp", [("memcpy(at, kept, sizeof at);", "memcpy(at, kept, 4 * sizeof at[0]);")], 6, None),
    ("five moves are too many", "mayan.cpp", [("if (!search(0))", "if (n > 4 || !search(0))")], 6, None),
    ("pair left", "mayan.cpp", [("return left == 0;", "return left < 3;"), ("if (count[c] == 1 || count[c] == 2) return false;", ";")], 6, "pair-left"),
    ("nothing for none", "mayan.cpp", [('puts("-1");', 'puts("");')], 6, None),
    ("always none", "mayan.cpp", [("if (!search(0))", "if (true)")], 6, None),
    ("only columns", "mayan.cpp", [("x + 2 < 5", "x + 2 < 0")], 6, "only-columns"),
    ("only rows", "mayan.cpp", [("y + 2 < 7", "y + 2 < 0")], 6, "only-rows"),
    ("rows vanish first", "mayan.cpp", [("if (x + 2", "if (pass == 0 && x + 2"), ("if (y + 2", "if (pass == 1 && y + 2"), ("    for (int x = 0; x < 5; x++)\n        for (int y = 0; y < 7; y++) {\n            int c", "    for (int pass = 0; pass < 2; pass++) {\n    for (int x = 0; x < 5; x++)\n        for (int y = 0; y < 7; y++) {\n            int c"), ("at[x][y] = 0;\n    return any", "at[x][y] = 0;\n    }\n    return any")], 8, "rows-first"),
    ("crashes when full", "mayan.cpp", [("    if (!search(0))", "    if (at[0][6] || at[4][6]) __builtin_trap();\n    if (!search(0))")], 7, None),
    ("runs at first", "simulate.py", [("settle()\ncleared", "cleared")], 6, "runs-at-first"),
    ("all moves", "simulate.py", [("moves[:allowed]", "moves")], 6, "moves-beyond"),
    ("empty cell ends", "simulate.py", [("        continue\n    if get", '        sys.exit("no block")\n    if get')], 6, None),
    ("empty cell pulls", "simulate.py", [("    if not get(x, y):\n        continue\n", "    if not get(x, y):\n        x, y, to = to, y, x\n    if not get(x, y):\n        continue\n")], 6, "empty-cell"),
    ("sides", "simulate.py", [('side == "L"', 'side == "R"')], 6, None),
    ("one round only", "simulate.py", [("not in gone]\n", "not in gone]\n        return\n")], 6, "chains"),
    ("top first", "simulate.py", [("cells[5 * y + x] for y in range(7) if cells[5 * y + x]", "cells[5 * (6 - y) + x] for y in range(7) if cells[5 * (6 - y) + x]")], 6, None),
    ("highest row", "simulate.py", [("if c and c == get(x, y + 1)", "if c and y < 4 and c == get(x, y + 1)")], 12, "top-row"),
    ("top row first", "uva339.cpp", [("grid[row][col] = char", "grid[m - 1 - row][col] = char")], 9, "bottom-row-first"),
    ("column and row", "uva339.cpp", [("select(r - 1, c - 1)", "select(c - 1, r - 1)")], 9, "row-and-column"),
    ("stops at a win", "uva339.cpp", [("(r || c)) select(r - 1, c - 1);", "(r || c)) {\n            select(r - 1, c - 1);\n            if (won()) break;\n        }")], 9, "after-a-win"),
    ("single cells", "uva339.cpp", [("'#') < 2", "'#') < 1")], 9, "single-cells"),
    ("columns stay", "uva339.cpp", [("if (kept.empty()) continue;", "")], 9, "joining-columns"),
    ("one column closes", "uva339.cpp", [("if (kept.empty()) continue;", "if (kept.empty() && !gaps++) continue;"), ("int to = 0;", "int to = 0, gaps = 0;")], 12, "two-gaps"),
    ("last column twice", "uva339.cpp", [("    for (; to < n; to++)\n        for (int row = 0; row < m; row++) grid[row][to] = ' ';", "    for (; to < n; to++)\n        for (int row = 0; row < m; row++)\n            if (grid[row][n - 1] == '#') grid[row][to] = ' ';")], 9, "last-column"),
    ("gaps by the lowest row", "uva339.cpp", [("if (kept.empty())", "if (grid[0][col] == '#' || kept.empty())")], 9, "bottom-gap"),
    ("one diagonal", "uva339.cpp", [("return 1 + fill", "return 1 + fill(r + 1, c + 1, what, with) + fill(r - 1, c - 1, what, with) + fill")], 9, None),
    ("diagonals", "uva339.cpp", [("return 1 + fill", "return 1 + fill(r + 1, c + 1, what, with) + fill(r - 1, c - 1, what, with) + fill(r + 1, c - 1, what, with) + fill(r - 1, c + 1, what, with) + fill")], 9, "diagonals"),
    ("nothing for an empty cell", "uva339.cpp", [(PRINTED, PRINTED.replace("cout <<", "if (grid[row][col] != ' ') cout <<"))], 9, "empty-cells"),
    ("no indent", "uva339.cpp", [('            cout << "   ";\n', "")], 9, None),
    ("zeros are empty", "uva339.cpp", [("char('0' + digit)", "digit ? char('0' + digit) : ' '")], 9, "zeros"),
    ("column forty", "uva339.cpp", [("c >= n || grid", "c >= n || c >= 39 || grid")], 80, None),
    ("row ten", "uva339.cpp", [("r >= m || c >= n || grid[r][c] != what", "r >= m || r >= 9 || c >= n || grid[r][c] != what")], 20, None),
    ("nines", "uva339.cpp", [("char('0' + digit)", "digit == 9 ? ' ' : char('0' + digit)")], 9, None),
    ("last of ties", "uva758.py", [("> len(best)", ">= len(best)")], 150, "tie-first"),
    ("points", "uva758.py", [("(size - 2)", "(size - 1)")], 150, "points"),
    ("no bonus", "uva758.py", [("score += 1000", "score += 0")], 150, "bonus"),
    ("first cell by row", "uva758.py", [("min(best)", "min(best, key=lambda at: at[::-1])")], 150, "first-ball"),
    ("one ball", "uva758.py", [("{left} balls", "{left} ball{'s' * (left != 1)}")], 150, "one-ball"),
    ("from the bottom", "click.c", [("row = atoi(words[1])", "row = ROWS - 1 - atoi(words[1])")], 9, "row-from-top"),
    ("one block", "click.c", [(">= 2)", ">= 1)")], 9, "single-cells"),
    ("zero is empty", "click.c", [("at[row][col] != '.'", "at[row][col] > '0'")], 9, "zeros"),
    ("gaps stay", "click.c", [("if (!height) continue;", "")], 9, "joining-columns"),
    ("other way round", "click.c", [("row = atoi(words[1]), col = atoi(words[2])", "row = atoi(words[2]) % ROWS, col = atoi(words[1])")], 9, "row-and-column"),
    ("not up to the top", "click.c", [("nr < 0", "nr < 1")], 9, None),
]

END = "cin >> m >> n && m && n"
SELECTION = "cin >> r >> c && (r || c)"
MOVES = 'printf("%d %d %d\\n", listed[i][0], listed[i][1], listed[i][2]);'

#: Programs that are right, some by another convention, with other blanks, slower, or where no judge seems to look.
RIGHT = [
    ("mayan", "mayan.cpp", []),
    ("equal swaps are moves", "mayan.cpp", [(" || at[to][y] == at[x][y]) continue", ") continue")]),
    ("left into blocks", "mayan.cpp", [("if (g == -1 && at[to][y]) continue;", "")]),
    ("blanks at line ends", "mayan.cpp", [(MOVES, MOVES.replace("%d\\n", "%d \\n"))]),
    ("no last newline", "mayan.cpp", [(MOVES, 'printf("%s%d %d %d", i ? "\\n" : "", listed[i][0], listed[i][1], listed[i][2]);'), ('puts("-1")', 'printf("-1")')]),
    ("a blank line at the end", "mayan.cpp", [("    for (int i = 0; i < n; i++) printf", '    atexit([] { puts(""); });\n    for (int i = 0; i < n; i++) printf'), ("#include <cstdio>", "#include <cstdio>\n#include <cstdlib>")]),
    ("colours are numbered from 1", "mayan.cpp", [("    if (!search(0))", "    for (int c = 1, more = 1; c < 64; c++) {\n        int k = 0;\n        for (int i = 0; i < 63; i++) k += at[i / 9][i % 9] == c;\n        if (k && !more) return 3;\n        more = k;\n    }\n    if (!search(0))")]),
    ("simulate", "simulate.py", []),
    ("simulate without the end of the line", "simulate.py", [('"No")', '"No", end="")')]),
    ("uva339", "uva339.cpp", []),
    ("a zero row ends the list", "uva339.cpp", [(SELECTION, "cin >> r >> c && r")]),
    ("either zero ends the list", "uva339.cpp", [(SELECTION, "cin >> r >> c && r && c")]),
    ("two zeros end the input", "uva339.cpp", [(END, "cin >> m >> n && (m || n)")]),
    ("the input has an end", "uva339.cpp", [(END, "cin >> m >> n, m && n"), (SELECTION, "cin >> r >> c, r || c")]),
    ("a blank line after each grid", "uva339.cpp", [("if (number > 1) cout << '\\n';", ""), ('cout << "    Game Won\\n";', 'cout << "    Game Won\\n\\n";')]),
    ("a blank after each cell", "uva339.cpp", [('cout << "   ";', 'cout << "    ";'), (PRINTED, "for (int col = 0; col < n; col++) cout << grid[row][col] << ' ';")]),
    ("arrays of the limits", "uva339.cpp", [("static vector<string> grid;", "static char grid[10][40];"), ("        grid.assign(m, string(n, ' '));\n", ""), ("    for (auto& row : grid)\n        for (char c : row)\n            if (c != ' ') return false;", "    for (int i = 0; i < m * n; i++)\n        if (grid[i / n][i % n] != ' ') return false;")]),
    ("a row of the grid a line", "uva339.cpp", [("            for (int col = 0, digit; col < n; col++) {\n                cin >> digit;\n                grid[row][col] = char('0' + digit);\n            }", "        {\n            string line;\n            getline(cin >> ws, line);\n            for (int col = 0; col < n; col++) grid[row][col] = line.at(2 * col);\n        }")]),
    ("uva758", "uva758.py", []),
    ("uva758 with a blank line after each game", "uva758.py", [("    if number > 1:\n        print()\n", ""), ('balls remaining.")', 'balls remaining. \\n")')]),
    ("click", "click.c", []),
    ("click with carriage returns", "click.c", [("r++) puts(at[r]);", 'r++) printf("%s\\r\\n", at[r]);')]),
]
