// NOIP 2011 mayan: depth-first search on an array of cells, kept up to date by hand.
#include <cstdio>
#include <cstring>
#include <vector>

static int n, at[7][9], listed[6][3];

static bool vanish() {
    static bool gone[7][9];
    memset(gone, 0, sizeof gone);
    bool any = false;
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 7; y++) {
            int c = at[x][y];
            if (!c) continue;
            if (x + 2 < 5 && at[x + 1][y] == c && at[x + 2][y] == c) any = gone[x][y] = gone[x + 1][y] = gone[x + 2][y] = true;
            if (y + 2 < 7 && at[x][y + 1] == c && at[x][y + 2] == c) any = gone[x][y] = gone[x][y + 1] = gone[x][y + 2] = true;
        }
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 7; y++)
            if (gone[x][y]) at[x][y] = 0;
    return any;
}

static void drop() {
    for (int x = 0; x < 5; x++) {
        int low = 0;
        for (int y = 0; y < 7; y++)
            if (at[x][y]) {
                int c = at[x][y];
                at[x][y] = 0;
                at[x][low++] = c;
            }
    }
}

static void settle() {
    drop();
    while (vanish()) drop();
}

static bool search(int step) {
    int count[64] = {0}, left = 0;
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 7; y++)
            if (at[x][y]) left++, count[at[x][y]]++;
    if (step == n) return left == 0;
    if (left == 0) return false;
    for (int c = 1; c < 64; c++)
        if (count[c] == 1 || count[c] == 2) return false;
    int kept[7][9];
    memcpy(kept, at, sizeof at);
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 7; y++) {
            if (!at[x][y]) continue;
            for (int g = 1; g >= -1; g -= 2) {
                int to = x + g;
                if (to < 0 || to > 4 || at[to][y] == at[x][y]) continue;
                if (g == -1 && at[to][y]) continue;
                int c = at[x][y];
                at[x][y] = at[to][y];
                at[to][y] = c;
                settle();
                listed[step][0] = x, listed[step][1] = y, listed[step][2] = g;
                bool found = search(step + 1);
                memcpy(at, kept, sizeof at);
                if (found) return true;
            }
        }
    return false;
}

int main() {
    if (scanf("%d", &n) != 1) return 1;
    for (int x = 0; x < 5; x++)
        for (int y = 0, c; scanf("%d", &c) == 1 && c; y++) at[x][y] = c;
    if (!search(0)) {
        puts("-1");
        return 0;
    }
    for (int i = 0; i < n; i++) printf("%d %d %d\n", listed[i][0], listed[i][1], listed[i][2]);
}
