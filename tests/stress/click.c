/* One click: ROW COL from the top left; the size comes from the compiler. */
#include <stdio.h>
#include <stdlib.h>

#ifndef ROWS
#define ROWS 4
#define COLS 5
#endif

static char at[ROWS][COLS + 2];
static int stack[ROWS * COLS], marked[ROWS][COLS];

static int mark(int row, int col) {
    int count = 0, high = 0;
    stack[high++] = row * COLS + col;
    marked[row][col] = 1;
    while (high) {
        int cell = stack[--high], r = cell / COLS, c = cell % COLS;
        static const int dr[] = {1, -1, 0, 0}, dc[] = {0, 0, 1, -1};
        count++;
        for (int k = 0; k < 4; k++) {
            int nr = r + dr[k], nc = c + dc[k];
            if (nr < 0 || nc < 0 || nr >= ROWS || nc >= COLS || marked[nr][nc] || at[nr][nc] != at[row][col]) continue;
            marked[nr][nc] = 1;
            stack[high++] = nr * COLS + nc;
        }
    }
    return count;
}

int main(int count, char **words) {
    int row = atoi(words[1]), col = atoi(words[2]);
    for (int r = 0; r < ROWS; r++)
        if (scanf("%s", at[r]) != 1) return 1;
    if (at[row][col] != '.' && mark(row, col) >= 2) {
        int to = 0;
        for (int c = 0; c < COLS; c++) {
            char kept[ROWS];
            int height = 0;
            for (int r = ROWS - 1; r >= 0; r--)
                if (at[r][c] != '.' && !marked[r][c]) kept[height++] = at[r][c];
            if (!height) continue;
            for (int h = 0; h < ROWS; h++) at[ROWS - 1 - h][to] = h < height ? kept[h] : '.';
            to++;
        }
        for (; to < COLS; to++)
            for (int r = 0; r < ROWS; r++) at[r][to] = '.';
    }
    for (int r = 0; r < ROWS; r++) puts(at[r]);
    return count != 3;
}
