//! Colours of tiles, which people with and without colour blindness can distinguish. A label always accompanies a colour.
//! Terminals, pictures and pages show the same colours: all are entries of xterm's table.

/// The colours in xterm's table of 256: gold, blue, vermilion, wine, sky blue, lilac, sea green, olive, and 54 more.
///
/// For normal vision and every kind of colour blindness (Machado et al. 2009), the distance of two colours in Oklab is
/// at least 0.12 among the first eight, 0.065 among the first sixteen, and 0.02, just noticeable, among all. For
/// comparison, the distance among the eight colours of Okabe and Ito is at least 0.076.
const XTERM: [u8; 62] = [
    220, 26, 202, 89, 117, 141, 36, 58, 158, 243, 55, 215, 133, 250, 126, 99, 24, 192, 20, 110, 32, 51, 205,
    93, 173, 42, 187, 88, 130, 161, 152, 61, 147, 238, 208, 212, 95, 102, 47, 112, 121, 128, 134, 167, 143,
    140, 136, 169, 125, 69, 225, 132, 254, 145, 70, 30, 239, 247, 150, 115, 240, 219,
];

/// A colour in red, green and blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Returns the colour of the tiles with a colour number, from 0; from number 62 on, the colours repeat.
    ///
    /// ```
    /// use tilefall::text::render::palette::Rgb;
    /// assert_eq!(Rgb::numbered(0).to_string(), "#ffd700");
    /// assert_eq!(Rgb::numbered(62), Rgb::numbered(0));
    /// ```
    pub fn numbered(number: usize) -> Rgb {
        Rgb::of_xterm(XTERM[number % XTERM.len()])
    }

    /// Returns the colour of an entry from 16 on of xterm's table: a cube of 6×6×6 colours, then 24 greys.
    pub fn of_xterm(entry: u8) -> Rgb {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        if entry >= 232 {
            let grey = 8 + 10 * (entry - 232);
            return Rgb(grey, grey, grey);
        }
        let level = |at: u8| LEVELS[usize::from(at % 6)];
        let entry = entry.saturating_sub(16);
        Rgb(level(entry / 36), level(entry / 6), level(entry))
    }

    /// Returns `true` if black is easier to read on this colour than white.
    pub fn wants_black_ink(self) -> bool {
        let [red, green, blue] = [self.0, self.1, self.2].map(u32::from);
        212 * red + 715 * green + 72 * blue > 106_000
    }

    /// Returns black or white, whichever is easier to read on this colour.
    pub fn ink(self) -> Rgb {
        if self.wants_black_ink() { Rgb(0, 0, 0) } else { Rgb(255, 255, 255) }
    }
}

impl std::fmt::Display for Rgb {
    /// Formats as `#rrggbb`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
