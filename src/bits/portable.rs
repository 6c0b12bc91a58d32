//! Newer CPU instructions in plain Rust. The tests in `cpu` check the instructions and these functions alike.

/// Extracts bits (PEXT) by parallel suffix (Warren, Hacker's Delight, 2nd ed., 7-4), in six steps for every mask.
#[inline(always)]
pub(super) fn pext(word: u64, mask: u64) -> u64 {
    let (mut x, mut m) = (word & mask, mask);
    let mut mk = !m << 1;
    let mut i = 0;
    while i < 6 {
        let mut mp = mk ^ (mk << 1);
        mp ^= mp << 2;
        mp ^= mp << 4;
        mp ^= mp << 8;
        mp ^= mp << 16;
        mp ^= mp << 32;
        let mv = mp & m;
        m = (m ^ mv) | (mv >> (1 << i));
        let t = x & mv;
        x = (x ^ t) | (t >> (1 << i));
        mk &= !mp;
        i += 1;
    }
    x
}

/// Deposits bits (PDEP) by walking the mask, one step per set bit, until the word is used up.
#[inline(always)]
pub(super) fn pdep(word: u64, mask: u64) -> u64 {
    let (mut rest, mut m, mut out) = (word, mask, 0);
    while m != 0 && rest != 0 {
        let low = m & m.wrapping_neg();
        out |= low & (rest & 1).wrapping_neg();
        rest >>= 1;
        m ^= low;
    }
    out
}

/// The position of the set bit with `rank` set bits below it in `byte`, at index `rank * 256 + byte`.
static NTH_OF_BYTE: [u8; 8 * 256] = {
    let mut all = [0; 8 * 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                all[rank * 256 + byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    all
};

/// Finds the bit with a given rank without a loop: first its byte, from the prefix sums of all bytes at once (Vigna,
/// Broadword implementation of rank/select queries, 2008), then its position in the byte.
#[inline(always)]
pub(super) fn nth_bit(word: u64, n: u32) -> u32 {
    const ONES: u64 = u64::MAX / 255;
    let (twos, threes, low, top) = (0x55 * ONES, 0x33 * ONES, 0x0f * ONES, 0x80 * ONES);
    let pairs = word - (word >> 1 & twos);
    let fours = (pairs & threes) + (pairs >> 2 & threes);
    // Byte i is the number of set bits in bytes 0 to i of the word.
    let sums = ((fours + (fours >> 4)) & low).wrapping_mul(ONES);
    let n = u64::from(n);
    // The top bit of each byte whose sum is at most `n`. No sum exceeds 64, so no byte borrows from the next.
    let past = (((n * ONES) | top) - sums) & top;
    // 8 × the number of these bytes: the lowest bit of the byte to search; 64 if the word has too few set bits.
    let place = ((past >> 7).wrapping_mul(ONES) >> 53) as u32;
    if place > 63 {
        return 64;
    }
    let rank = n - (sums << 8 >> place & 0xff);
    place + u32::from(NTH_OF_BYTE[rank as usize * 256 + (word >> place & 0xff) as usize])
}

/// Packs the low bytes, then the high bytes of the lanes, four lanes at a time.
#[inline(always)]
pub(super) fn halves16(words: &[u64; 4]) -> [u8; 32] {
    let mut halves = [0; 32];
    for half in 0..2 {
        for at in 0..4 {
            let lanes = words[at] >> (8 * half) & 0x00ff_00ff_00ff_00ff;
            let pairs = (lanes | lanes >> 8) & 0x0000_ffff_0000_ffff;
            let bytes = ((pairs | pairs >> 16) as u32).to_le_bytes();
            halves[16 * half + 4 * at..][..4].copy_from_slice(&bytes);
        }
    }
    halves
}

/// Counts the zeros of each byte, then shifts a byte of ones down by the count, in steps of 1, 2, 4 and 8.
#[inline(always)]
pub(super) fn low_ones8(word: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let missing = !word;
    let pairs = missing - (missing >> 1 & (0x55 * EACH));
    let nibbles = (pairs & (0x33 * EACH)) + (pairs >> 2 & (0x33 * EACH));
    let count = (nibbles + (nibbles >> 4)) & (0x0f * EACH);
    let chosen = |bit: u32| (count >> bit & EACH) * 0xff;
    let mut ones = u64::MAX;
    ones ^= (ones ^ (ones >> 1 & (0x7f * EACH))) & chosen(0);
    ones ^= (ones ^ (ones >> 2 & (0x3f * EACH))) & chosen(1);
    ones ^= (ones ^ (ones >> 4 & (0x0f * EACH))) & chosen(2);
    ones & !chosen(3)
}
