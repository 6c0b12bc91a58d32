// Annealing over lists of SameGame clicks on a graphics card, one chain a thread; the crate's documentation describes the method.
//
// The file compiles as CUDA: `ptx.py` writes `kernels.ptx`, which the crate contains. It also compiles as C++, to a program that runs
// one thread after the other and checks every index: the tests use it in place of a card. There are no floating-point numbers, so
// both give the same bits.

typedef unsigned short u16;
typedef unsigned int u32;
typedef long long i64;

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#define CHECK(condition)
#else
#include <cstdio>
#include <cstdlib>
#define DEVICE inline
#define __global__
#define __shared__ static
#define __launch_bounds__(...)
#define CHECK(condition) \
    if (!(condition)) fprintf(stderr, "kernels.cu:%d: %s does not hold\n", __LINE__, #condition), abort()
static struct { u32 x; } blockIdx, threadIdx;
DEVICE int __popc(u32 bits) { return __builtin_popcount(bits); }
DEVICE int __clz(u32 bits) { return __builtin_clz(bits); }
DEVICE int __ffs(u32 bits) { return __builtin_ffs((int)bits); }
DEVICE u32 __umulhi(u32 a, u32 b) { return (unsigned long long)a * b >> 32; }
#endif

// Threads of a block.
static const int BLOCK = 64;
// Most clicks of a list, and most tiles of a board.
static const int CLICKS = 200, TILES = 400;
// Entries of the table of logarithms: -ln u in units of 2^-20.
static const int LOG_BITS = 12;

// A chain: an annealed list, and the best list so far.
struct Chain {
    int temperature;  // in units of value
    u32 random;
    int tabu;  // the colour that is clicked last
    int value, length, best_points, best_length, unused;
    int list[CLICKS], best[CLICKS];
};

// A board, with what a list on it is worth: for the steep objective and the plain one, and in points.
struct Puzzle {
    u32 start[104];          // words of the first board, open columns, tiles
    int bonus;
    int tabu_cost[2];
    int values[2][TILES + 1];  // of removing this many tiles
    int end[TILES + 1];        // of leaving this many tiles
    int points[TILES + 1];
};

// How a board lies in words: planes with the bits of each tile's colour + 1, a plane with the rows that the tiles had on the first
// board, and room for a group. A word has a column or two; the uppermost bit of a column stays empty. A snapshot of the board is
// kept every EVERY clicks of a list.
template <int BITS_, int PLANES_, int WORDS_, int CLICKS_, int EVERY_> struct Layout {
    static const int BITS = BITS_, PLANES = PLANES_, WORDS = WORDS_, MAX_CLICKS = CLICKS_, EVERY = EVERY_;
    static const int PER_WORD = 32 / BITS, COLUMNS = WORDS * PER_WORD, KEPT = (PLANES + 1) * WORDS;
    static const int ALL = KEPT + WORDS, SNAPSHOTS = MAX_CLICKS / EVERY + 1;
    static const u32 COLUMN = BITS == 32 ? ~0u : (1u << (BITS & 31)) - 1;
};
typedef Layout<16, 3, 8, 120, 8> Small;    // up to 15 rows, 16 columns, 7 colours
typedef Layout<32, 4, 20, 200, 16> Large;  // up to 20 rows, 20 columns, 8 colours

// A loop without a counter on a card.
#define EACH(i, number) _Pragma("unroll") for (int i = 0; i < number; i++)

// Random numbers: PCG by Melissa O'Neill, 32 bits.
DEVICE u32 next(u32& random) {
    const u32 x = random;
    random = x * 747796405u + 2891336453u;
    const u32 y = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
    return (y >> 22) ^ y;
}
DEVICE int below(u32& random, int n) { return (int)__umulhi(next(random), (u32)n); }

// The index of set bit number `n`, from 0.
DEVICE int nth(u32 bits, int n) {
    CHECK(n >= 0 && n < __popc(bits));
    int at = 0;
#pragma unroll
    for (int half = 16; half > 0; half /= 2) {
        const int count = __popc(bits & ((1u << half) - 1));
        if (n >= count) {
            n -= count;
            at += half;
            bits >>= half;
        }
    }
    return at;
}
DEVICE int highest(u32 bits) { return 31 - __clz(bits); }

// A position of a game. Tiles are named by their cell on the first board: column * BITS + row.
template <class L> struct Board {
    u32* words;  // a word every BLOCK words
    u32 open;    // columns of the first board that are not empty
    int left;    // tiles

    DEVICE u32& word(int plane, int at) const {
        CHECK(plane >= 0 && plane < L::PLANES + 2 && at >= 0 && at < L::WORDS);
        return words[(plane * L::WORDS + at) * BLOCK];
    }
    DEVICE u32 column(int plane, int x) const {
        return word(plane, x / L::PER_WORD) >> x % L::PER_WORD * L::BITS & L::COLUMN;
    }
    DEVICE void set_column(int plane, int x, u32 bits) const {
        u32& word = this->word(plane, x / L::PER_WORD);
        const int shift = x % L::PER_WORD * L::BITS;
        word = (word & ~(L::COLUMN << shift)) | bits << shift;
    }
};

// The columns to the left of a word, and to the right, in its place.
template <class L> DEVICE u32 from_left(u32 before, u32 word) {
    return L::PER_WORD == 1 ? before : word << 16 | before >> 16;
}
template <class L> DEVICE u32 from_right(u32 word, u32 after) {
    return L::PER_WORD == 1 ? after : word >> 16 | after << 16;
}

// All bits where the colour's code has bit `plane`.
DEVICE u32 code_bit(int colour, int plane) { return 0u - (((u32)colour + 1) >> plane & 1); }

// Clicks a tile. Returns the size of the group that is removed and sets its colour, or returns 0.
template <class L> DEVICE int click(Board<L>& board, int name, int& colour) {
    const int x0 = name / L::BITS, y0 = name % L::BITS;
    CHECK(x0 >= 0 && x0 < L::COLUMNS);
    if (!(board.open >> x0 & 1)) return 0;
    const int x = __popc(board.open & ((1u << x0) - 1));
    const u32 rows = board.column(L::PLANES, x);
    if (!(rows >> y0 & 1)) return 0;
    const int y = __popc(rows & ((1u << y0) - 1));
    colour = -1;
    EACH(plane, L::PLANES) colour += (int)(board.column(plane, x) >> y & 1) << plane;
    // The group grows from the tile: twice up and down, then to both sides.
    u32 same[L::WORDS], group[L::WORDS], tall[L::WORDS];
    EACH(i, L::WORDS) {
        u32 other = 0;
        EACH(plane, L::PLANES) other |= board.word(plane, i) ^ code_bit(colour, plane);
        same[i] = ~other;
        group[i] = i == x / L::PER_WORD ? 1u << (y + x % L::PER_WORD * L::BITS) : 0;
    }
    u32 grown;
    do {
        EACH(i, L::WORDS) {
            u32 v = group[i];
            v |= (v << 1 | v >> 1) & same[i];
            v |= (v << 1 | v >> 1) & same[i];
            tall[i] = v;
        }
        grown = 0;
        EACH(i, L::WORDS) {
            const u32 left = from_left<L>(i ? tall[i - 1] : 0, tall[i]);
            const u32 right = from_right<L>(tall[i], i + 1 < L::WORDS ? tall[i + 1] : 0);
            const u32 wide = tall[i] | ((left | right) & same[i]);
            grown |= wide ^ group[i];
            group[i] = wide;
        }
    } while (grown);
    int size = 0;
    u32 touched = 0;
    EACH(i, L::WORDS) {
        size += __popc(group[i]);
        EACH(k, L::PER_WORD)
            if (group[i] >> k * L::BITS & L::COLUMN) touched |= 1u << (i * L::PER_WORD + k);
    }
    if (size < 2) return 0;
    EACH(i, L::WORDS) board.word(L::PLANES + 1, i) = group[i];
    u32 emptied = 0;
    while (touched) {
        const int q = __ffs(touched) - 1;
        touched &= touched - 1;
        const u32 gone = board.column(L::PLANES + 1, q);
        u32 rows = board.column(L::PLANES, q), bits[L::PLANES], full = 0;
        EACH(plane, L::PLANES) full |= bits[plane] = board.column(plane, q);
        if (gone == full) emptied |= 1u << q;
        for (u32 rest = gone; rest;) {
            // From the top: the tiles above fall by one row.
            const int row = highest(rest);
            const u32 low = (1u << row) - 1;
            EACH(plane, L::PLANES) bits[plane] = (bits[plane] & low) | (bits[plane] >> 1 & ~low);
            rows &= ~(1u << nth(rows, row));
            rest &= low;
        }
        board.set_column(L::PLANES, q, rows);
        EACH(plane, L::PLANES) board.set_column(plane, q, bits[plane]);
    }
    while (emptied) {
        const int q = highest(emptied);
        emptied &= ~(1u << q);
        board.open &= ~(1u << nth(board.open, q));
        for (int plane = 0; plane <= L::PLANES; plane++) {
            for (int i = q / L::PER_WORD; i < L::WORDS; i++) {
                const u32 word = board.word(plane, i), after = i + 1 < L::WORDS ? board.word(plane, i + 1) : 0;
                const bool in_upper_half = L::PER_WORD == 2 && i == q / 2 && q % 2 == 1;
                board.word(plane, i) = in_upper_half ? (word & 0xffff) | after << 16 : from_right<L>(word, after);
            }
        }
    }
    board.left -= size;
    return size;
}

// Sets the cells that can be clicked and returns their number: without the colour `tabu`, unless there are no others.
template <class L> DEVICE int clickable(const Board<L>& board, int tabu, u32* cells) {
    u32 before = 0;
    int count = 0, without_tabu = 0;
    EACH(i, L::WORDS) {
        u32 full = 0, above = 0, beside = 0;
        EACH(plane, L::PLANES) {
            const u32 word = board.word(plane, i);
            full |= word;
            above |= word ^ word >> 1;
            beside |= word ^ from_right<L>(word, i + 1 < L::WORDS ? board.word(plane, i + 1) : 0);
        }
        const u32 low = full & full >> 1 & ~above, left = full & ~beside;
        cells[i] = low | low << 1 | left | from_left<L>(before, left);
        before = left;
        count += __popc(cells[i]);
    }
    if (tabu < 0) return count;
    u32 others[L::WORDS];
    EACH(i, L::WORDS) {
        u32 other = 0;
        EACH(plane, L::PLANES) other |= board.word(plane, i) ^ code_bit(tabu, plane);
        others[i] = cells[i] & other;
        without_tabu += __popc(others[i]);
    }
    if (without_tabu == 0) return count;
    EACH(i, L::WORDS) cells[i] = others[i];
    return without_tabu;
}

// The name of the tile in cell number `k` of the set: by columns from the left, each from the bottom.
template <class L> DEVICE int tile(const Board<L>& board, const u32* cells, int k) {
    int at = 0;
    u32 word = cells[0];
#pragma unroll
    for (int i = 0; i + 1 < L::WORDS; i++) {
        const int count = __popc(word);
        if (at == i && k >= count) {
            k -= count;
            at = i + 1;
            word = cells[i + 1];
        }
    }
    const int bit = nth(word, k), x = at * L::PER_WORD + bit / L::BITS, y = bit % L::BITS;
    return nth(board.open, x) * L::BITS + nth(board.column(L::PLANES, x), y);
}

// A board after some clicks of a list, with what they are worth.
template <class L> struct Snapshot {
    u32 words[L::KEPT];
    u32 open;
    int left, value, points;
};
template <class L> DEVICE void load(Board<L>& board, const u32* words, u32 open, int left) {
    EACH(i, L::KEPT) board.words[i * BLOCK] = words[i];
    board.open = open;
    board.left = left;
}

static const int NOTHING = -1, DRAW = -2;

// Makes `trials` trials with a chain. A trial edits the list at one place, plays it from there and completes it with random clicks.
// `common` are random numbers that the chains of 32 threads share, so that these play the same part of their lists.
template <class L>
DEVICE void anneal(
    Chain& chain, const Puzzle& puzzle, const int* __restrict__ logs, int objective, int trials, u32 common, u32* words) {
    Snapshot<L> snapshots[2][L::SNAPSHOTS];
    u16 now[L::MAX_CLICKS], edited[L::MAX_CLICKS];
    const int tabu = chain.tabu;
    u32 random = chain.random, side = 0;  // the bits of `side` choose the snapshots of the list in use
    int length = chain.length;
    CHECK(length >= 0 && length <= L::MAX_CLICKS && objective >= 0 && objective < 2);
    Board<L> board;
    board.words = words;
    for (int i = 0; i < L::KEPT; i++) snapshots[0][0].words[i] = puzzle.start[i];
    snapshots[0][0].open = puzzle.start[L::KEPT];
    snapshots[0][0].left = (int)puzzle.start[L::KEPT + 1];
    snapshots[0][0].value = snapshots[0][0].points = 0;
    for (int i = 0; i < length; i++) now[i] = (u16)chain.list[i];
    for (int trial = -1; trial < trials; trial++) {
        // The first trial plays the list as it is.
        const bool is_first = trial < 0;
        int place = 0, put = NOTHING, skip = NOTHING, late = NOTHING, late_at = NOTHING;
        bool any_colour = false;
        if (!is_first) {
            place = below(common, length);
            const int kind = below(common, 100), room = length - 1 - place;
            if (kind < 45 || room <= 0) {
                put = DRAW;
                any_colour = (next(random) & 63) == 0;
            } else if (kind < 60) {
                skip = place;
            } else {
                // A click moves behind a later one, or a later one before it.
                const int reach = room > 30 && (next(random) & 3) != 0 ? 30 : room;
                const int other = place + 1 + below(random, reach);
                skip = kind < 80 ? place : other;
                late_at = kind < 80 ? other + 1 : NOTHING;
                late = kind < 80 ? now[place] : NOTHING;
                put = kind < 80 ? NOTHING : now[other];
            }
        }
        const int from = place / L::EVERY;
        const Snapshot<L>& begin = snapshots[side >> from & 1][from];
        load(board, begin.words, begin.open, begin.left);
        int value = begin.value, points = begin.points, played = from * L::EVERY, at = played;
        while (true) {
            int name = NOTHING;
            bool draws = false, any = false;
            if (at == place && put != NOTHING) {
                name = put;
                draws = put == DRAW;
                any = any_colour;
                put = NOTHING;
            } else if (at == late_at && late != NOTHING) {
                name = late;
                late = NOTHING;
            } else if (at == skip) {
                at++;
                continue;
            } else if (at < length) {
                name = now[at++];
            } else {
                draws = true;
            }
            if (draws) {
                u32 cells[L::WORDS];
                const int count = clickable(board, any ? -1 : tabu, cells);
                if (count == 0) break;
                name = tile(board, cells, below(random, count));
            }
            int colour = -1;
            const int size = click(board, name, colour);
            if (size == 0) continue;
            CHECK(played < L::MAX_CLICKS && size <= TILES);
            edited[played++] = (u16)name;
            value += puzzle.values[objective][size] - (colour == tabu ? puzzle.tabu_cost[objective] : 0);
            points += puzzle.points[size];
            if (played % L::EVERY == 0) {
                const int k = played / L::EVERY;
                Snapshot<L>& keep = snapshots[(side >> k & 1) ^ 1][k];
                EACH(i, L::KEPT) keep.words[i] = board.words[i * BLOCK];
                keep.open = board.open;
                keep.left = board.left;
                keep.value = value;
                keep.points = points;
            }
        }
        value += puzzle.end[board.left];
        const i64 slack = (i64)logs[next(random) >> (32 - LOG_BITS)] * chain.temperature >> 20;
        if (!is_first && value + slack < chain.value) continue;
        chain.value = value;
        for (int i = from * L::EVERY; i < played; i++) now[i] = edited[i];
        length = played;
        for (int k = from + 1; k <= played / L::EVERY; k++) side ^= 1u << k;
        if (board.left == 0) points += puzzle.bonus;
        if (points > chain.best_points) {
            chain.best_points = points;
            chain.best_length = length;
            for (int i = 0; i < length; i++) chain.best[i] = now[i];
        }
    }
    chain.length = length;
    chain.random = random;
    for (int i = 0; i < length; i++) chain.list[i] = now[i];
}

#define ANNEAL(name, L, blocks)                                                                                      \
    extern "C" __global__ void __launch_bounds__(BLOCK, blocks) name(                                                \
        Chain* chains, const Puzzle* puzzles, const int* logs, int number, int per_board, int objective, int trials, \
        u32 seed) {                                                                                                  \
        __shared__ u32 words[L::ALL * BLOCK];                                                                        \
        const int id = (int)(blockIdx.x * BLOCK + threadIdx.x);                                                      \
        if (id >= number) return;                                                                                    \
        const u32 common = seed + (u32)(id / 32) * 0x9e3779b9u;                                                      \
        anneal<L>(chains[id], puzzles[id / per_board], logs, objective, trials, common, words + threadIdx.x);        \
    }
ANNEAL(anneal_small, Small, 16)
ANNEAL(anneal_large, Large, 6)

// Swaps the temperatures of neighbouring chains of ladders, four chains each, by the rule of parallel tempering.
extern "C" __global__ void swap(Chain* chains, const int* logs, int ladders, u32 seed) {
    const int id = (int)(blockIdx.x * BLOCK + threadIdx.x);
    if (id >= ladders) return;
    Chain* ladder = chains + (i64)4 * id;
    u32 random = seed + (u32)id * 0x85ebca6bu;
    next(random);
    for (int rung = 3; rung > 0; rung--) {
        int hot = 0, cold = 0;
        for (int i = 0; i < 4; i++) {
            int colder = 0;
            for (int k = 0; k < 4; k++) colder += ladder[k].temperature < ladder[i].temperature;
            if (colder == rung) hot = i;
            if (colder == rung - 1) cold = i;
        }
        const i64 high = ladder[hot].temperature, low = ladder[cold].temperature;
        const i64 loss = ((i64)ladder[cold].value - ladder[hot].value) * (1 << 20) * (high - low) / (high * low);
        if (logs[next(random) >> (32 - LOG_BITS)] >= loss) {
            ladder[hot].temperature = (int)low;
            ladder[cold].temperature = (int)high;
        }
    }
}

#ifndef __CUDACC__
// The program of the tests: a request has seven numbers, the logarithms, the boards and the chains, the answer the chains.
template <class T> static void receive(T* to, int number) {
    if (number > 0 && fread(to, sizeof(T) * (size_t)number, 1, stdin) != 1) exit(0);
}
int main() {
    static int logs[1 << LOG_BITS], request[7];
    while (true) {
        receive(request, 7);
        receive(logs, 1 << LOG_BITS);
        const int number = request[0], boards = request[1], per_board = request[3];
        CHECK(number <= per_board * boards);
        Puzzle* puzzles = new Puzzle[(size_t)boards];
        Chain* chains = new Chain[(size_t)number];
        receive(puzzles, boards);
        receive(chains, number);
        for (int id = 0; id < 2 * number; id++) {
            blockIdx.x = (u32)(id % number) / BLOCK;
            threadIdx.x = (u32)(id % number) % BLOCK;
            if (id >= number)
                swap(chains, logs, number / 4, (u32)request[6]);
            else
                (request[2] ? anneal_large : anneal_small)(
                    chains, puzzles, logs, number, per_board, request[4], request[5], (u32)request[6]);
        }
        fwrite(chains, sizeof(Chain), (size_t)number, stdout);
        fflush(stdout);
        delete[] puzzles;
        delete[] chains;
    }
}
#endif
