// UVa 339: a grid of characters, flood fill by recursion.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

static int m, n, wide;
static vector<string> grid;  // grid[row][col], row 0 at the bottom, ' ' for empty

static int fill(int r, int c, char what, char with) {
    if (r < 0 || c < 0 || r >= m || c >= n || grid[r][c] != what) return 0;
    grid[r][c] = with;
    return 1 + fill(r + 1, c, what, with) + fill(r - 1, c, what, with) + fill(r, c + 1, what, with) + fill(r, c - 1, what, with);
}

static void select(int r, int c) {
    if (r < 0 || c < 0 || r >= m || c >= n || grid[r][c] == ' ') return;
    char what = grid[r][c];
    if (fill(r, c, what, '#') < 2) {
        fill(r, c, '#', what);
        return;
    }
    int to = 0;
    for (int col = 0; col < n; col++) {
        string kept;
        for (int row = 0; row < m; row++)
            if (grid[row][col] != '#' && grid[row][col] != ' ') kept += grid[row][col];
        if (kept.empty()) continue;
        kept.resize(m, ' ');
        for (int row = 0; row < m; row++) grid[row][to] = kept[row];
        to++;
    }
    for (; to < n; to++)
        for (int row = 0; row < m; row++) grid[row][to] = ' ';
}

static bool won() {
    for (auto& row : grid)
        for (char c : row)
            if (c != ' ') return false;
    return true;
}

int main() {
    for (int number = 1; cin >> m >> n && m && n; number++) {
        grid.assign(m, string(n, ' '));
        for (int row = 0; row < m; row++)
            for (int col = 0, digit; col < n; col++) {
                cin >> digit;
                grid[row][col] = char('0' + digit);
            }
        int r, c;
        while (cin >> r >> c && (r || c)) select(r - 1, c - 1);
        if (number > 1) cout << '\n';
        cout << "Grid " << number << ".\n";
        if (won()) {
            cout << "    Game Won\n";
            continue;
        }
        for (int row = m - 1; row >= 0; row--) {
            cout << "   ";
            for (int col = 0; col < n; col++) cout << ' ' << grid[row][col];
            cout << '\n';
        }
    }
}
