# UVa 758: columns as strings from the bottom.
import sys

words = sys.stdin.read().split()


def group(columns, start):
    seen, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if at not in seen and 0 <= at[0] < len(columns) and 0 <= at[1] < len(columns[at[0]]):
                if columns[at[0]][at[1]] == columns[start[0]][start[1]]:
                    seen.add(at)
                    todo.append(at)
    return seen


for number in range(1, int(words[0]) + 1):
    rows = words[10 * number - 9 : 10 * number + 1]
    columns = ["".join(rows[9 - y][x] for y in range(10)) for x in range(15)]
    if number > 1:
        print()
    print(f"Game {number}:\n")
    score, left, step = 0, 150, 0
    while True:
        best, done = set(), set()
        for x, column in enumerate(columns):
            for y in range(len(column)):
                if (x, y) not in done:
                    found = group(columns, (x, y))
                    done |= found
                    if len(found) > len(best):
                        best = found
        if len(best) < 2:
            break
        step += 1
        x, y = min(best)
        size, ball = len(best), columns[x][y]
        points = (size - 2) ** 2
        score, left = score + points, left - size
        print(f"Move {step} at ({y + 1},{x + 1}): removed {size} balls of color {ball}, got {points} points.")
        fallen = ["".join(c for y, c in enumerate(column) if (x, y) not in best) for x, column in enumerate(columns)]
        columns = [column for column in fallen if column]
    if left == 0:
        score += 1000
    print(f"Final score: {score}, with {left} balls remaining.")
