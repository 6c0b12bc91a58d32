# P1312 as a simulation: columns as lists of colours.
import sys

words = sys.stdin.read().split()
allowed = int(words[0])
cells = [int(word) for word in words[1:36]]
columns = [[cells[5 * y + x] for y in range(7) if cells[5 * y + x]] for x in range(5)]
count = int(words[36])
moves = [(int(words[37 + 3 * k]), int(words[38 + 3 * k]), words[39 + 3 * k]) for k in range(count)]


def get(x, y):
    return columns[x][y] if 0 <= x < 5 and 0 <= y < len(columns[x]) else 0


def settle():
    while True:
        gone = set()
        for x in range(5):
            for y in range(7):
                c = get(x, y)
                if c and c == get(x, y + 1) == get(x, y + 2):
                    gone |= {(x, y), (x, y + 1), (x, y + 2)}
                if c and c == get(x + 1, y) == get(x + 2, y):
                    gone |= {(x, y), (x + 1, y), (x + 2, y)}
        if not gone:
            return
        for x in range(5):
            columns[x] = [c for y, c in enumerate(columns[x]) if (x, y) not in gone]


settle()
cleared = not any(columns)
for x, y, side in moves[:allowed]:
    to = x - 1 if side == "L" else x + 1
    if not get(x, y):
        continue
    if get(to, y):
        columns[x][y], columns[to][y] = columns[to][y], columns[x][y]
    else:
        columns[to].append(columns[x].pop(y))
    settle()
    if not any(columns):
        cleared = True
print("Yes" if cleared else "No")
