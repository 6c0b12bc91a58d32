//! Parsing of numbers in a stream of blocks; a number may span blocks.

/// Returns `true` for white space as defined by C's `isspace`.
#[inline(always)]
pub(super) fn is_space(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

/// The offset in the block of a byte that is neither a digit nor white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnexpectedByte(pub usize);

/// A parser of decimal numbers, which keeps the partial number at the end of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    value: u64,
    digits: u64,
    /// The length of the last number in bytes. The number ended at the current offset.
    pub length: u64,
}

impl Numbers {
    /// Returns the next number, or `None` if the block ends before the number does. Leading zeros are allowed; numbers that
    /// do not fit become `u64::MAX`. Afterwards `at` is the offset of the white space after the number.
    #[inline(always)]
    pub fn next(&mut self, block: &[u8], at: &mut usize) -> Result<Option<u64>, UnexpectedByte> {
        if self.digits == 0 {
            skip_space(block, at);
        }
        while let Some(&byte) = block.get(*at) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                if self.digits == 0 || !is_space(byte) {
                    return Err(UnexpectedByte(*at));
                }
                self.length = std::mem::take(&mut self.digits);
                return Ok(Some(std::mem::take(&mut self.value)));
            }
            self.value = self.value.saturating_mul(10).saturating_add(u64::from(digit));
            self.digits += 1;
            *at += 1;
        }
        Ok(None)
    }

    /// Parses two numbers of one or two digits, each followed by one byte of white space, as in most selections. For other
    /// input returns `None`, and consumes only leading white space. The code does not branch on the lengths.
    #[inline(always)]
    pub fn short_pair(&self, block: &[u8], at: &mut usize) -> Option<(usize, usize)> {
        if self.digits != 0 {
            return None;
        }
        skip_space(block, at);
        let word = u64::from_le_bytes(*block[*at..].first_chunk()?);
        // A digit becomes its value, any other byte a value above 9. In `other`, the top bit of such a byte is set.
        let digits = word ^ (ONES * u64::from(b'0'));
        let other = (((digits & (ONES * 0x7f)) + ONES * 0x76) | digits) & (ONES * 0x80);
        // The offsets of the first two bytes that are no digits, and the lengths of the two numbers, all in bits.
        let first = other.trailing_zeros().wrapping_sub(7);
        let second = (other & other.wrapping_sub(1)).trailing_zeros().wrapping_sub(7);
        let lengths = [first, second.wrapping_sub(first + 8)];
        if lengths.iter().fold(0, |all, length| all | length.wrapping_sub(8)) & !8 != 0 {
            return None;
        }
        if !is_space((word >> first) as u8) | !is_space((word >> second) as u8) {
            return None;
        }
        // The shift puts the tens of a number (0 for one digit) in the first byte and the ones in the second byte. The
        // second byte of the product is ten times the tens plus the ones.
        let value = |from: u64, length: u32| ((from << (16 - length) & 0xffff) * (10 << 8 | 1)) >> 8 & 0xff;
        *at += second as usize / 8 + 1;
        Some((value(digits, lengths[0]) as usize, value(digits >> (first + 8), lengths[1]) as usize))
    }

    /// Parses a row of `cells` digits, each followed by one byte of white space, as in most rows, and appends their codes:
    /// one more than the digit. For other input returns `false`, and consumes only leading white space.
    #[inline(always)]
    pub fn plain_row(&self, block: &[u8], at: &mut usize, cells: usize, codes: &mut Vec<u8>) -> bool {
        if self.digits != 0 {
            return false;
        }
        skip_space(block, at);
        let Some((row, _)) = block[*at..].split_at_checked(cells.saturating_mul(2)) else { return false };
        let start = codes.len();
        codes.resize(start + cells, 0);
        // Checks digit and space as one 16-bit number without branches, so that the compiler vectorises the loop.
        let mut wrong = 0;
        for (code, pair) in codes[start..].iter_mut().zip(row.as_chunks().0) {
            let pair = u16::from_le_bytes(*pair);
            let (digit, space) = ((pair & 0xff).wrapping_sub(u16::from(b'0')), pair >> 8);
            let is_space = (space == u16::from(b' ')) | (space.wrapping_sub(u16::from(b'\t')) < 5);
            wrong |= u16::from((digit > 9) | !is_space);
            *code = (digit as u8).wrapping_add(1);
        }
        if wrong != 0 {
            codes.truncate(start);
            return false;
        }
        *at += row.len();
        true
    }
}

/// The lowest bit of each byte.
const ONES: u64 = u64::MAX / 0xff;

#[inline(always)]
fn skip_space(block: &[u8], at: &mut usize) {
    while block.get(*at).is_some_and(|&byte| is_space(byte)) {
        *at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_pairs_are_parsed_and_other_input_is_not() {
        let numbers = Numbers::default();
        let read = |text: &[u8]| {
            let mut at = 0;
            (numbers.short_pair(text, &mut at), at)
        };
        assert_eq!(read(b"7 5\n1 1 1"), (Some((7, 5)), 4));
        assert_eq!(read(b"\n10 40\r\n..."), (Some((10, 40)), 7));
        assert_eq!(read(b"0 0\n\xff\xff\xff\xff"), (Some((0, 0)), 4));
        for other in [
            "7  5\n1 1 1",
            "123 4\n1 1",
            "1 234\n1 1",
            "1-2 3 4 5",
            "12345678",
            "1 2",
            "1 2x3 4 5",
            "-1 2 3 4",
        ] {
            assert_eq!(read(other.as_bytes()), (None, 0), "{other}");
        }
    }

    #[test]
    fn plain_rows_are_parsed_and_other_input_is_not() {
        let numbers = Numbers::default();
        let read = |text: &[u8]| {
            let mut codes = vec![7];
            numbers.plain_row(text, &mut 0, 3, &mut codes).then_some(codes)
        };
        assert_eq!(read(b"1 2 3\n"), Some(vec![7, 2, 3, 4]));
        assert_eq!(read(b"\n0\t9 3\r"), Some(vec![7, 1, 10, 4]));
        for other in ["1 2 3", "1 2  3 ", "1 2 :\n", "1 22 3 ", "1 2 3x", "1 /2 3 "] {
            assert_eq!(read(other.as_bytes()), None, "{other}");
        }
    }
}
