//! Colours of tiles, chosen so that people with and without colour blindness can distinguish tiles. A label always
//! accompanies a colour.
//!
//! Terminals with 256 colours and with 24-bit colours, SVG pictures and the page show the same colours: all are entries of
//! xterm's table. Their order is the result of a search: the first eight maximise the least distance between two of them, for
//! all kinds of colour vision, and each later colour is the one farthest from all colours before it. The tests of this module
//! check the distances.

/// The colours in xterm's table of 256: gold, blue, vermilion, wine, sky blue, lilac, sea green, olive, and 54 more.
const XTERM: [u8; 62] = [
    220, 26, 202, 89, 117, 141, 36, 58, 158, 243, 55, 215, 133, 250, 126, 99, 24, 192, 20, 110, 32, 51, 205,
    93, 173, 42, 187, 88, 130, 161, 152, 61, 147, 238, 208, 212, 95, 102, 47, 112, 121, 128, 134, 167, 143,
    140, 136, 169, 125, 69, 225, 132, 254, 145, 70, 30, 239, 247, 150, 115, 240, 219,
];

/// The colours in the table of 16: all but black, which is the background of most terminals.
const ANSI: [u8; 15] = [11, 4, 1, 6, 8, 14, 13, 3, 9, 15, 2, 5, 7, 12, 10];

/// The colours of the table of 16 on which white is easier to read than black.
const DARK_ANSI: [u8; 4] = [1, 4, 5, 8];

/// A colour in red, green and blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The colours that a terminal supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// No colours.
    None,
    /// The sixteen colours of ANSI.
    Ansi16,
    /// The 256 colours of xterm.
    Xterm256,
    /// 24-bit colours.
    True,
}

/// A colour for a terminal of some depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalColour {
    /// An entry of the table of 16.
    Ansi(u8),
    /// An entry of the table of 256.
    Xterm(u8),
    /// A 24-bit colour.
    True(Rgb),
}

/// The colours of a tile in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileColours {
    /// The colour of the label: black or white, whichever is easier to read.
    pub ink: TerminalColour,
    /// The colour of the tile.
    pub back: TerminalColour,
}

impl Rgb {
    /// Returns the colour of a number, from 0; after 62 the colours repeat.
    ///
    /// ```
    /// use tilefall::internals::render::palette::Rgb;
    /// assert_eq!(Rgb::numbered(0).to_string(), "#ffd700");
    /// assert_ne!(Rgb::numbered(0), Rgb::numbered(8));
    /// ```
    pub fn numbered(number: usize) -> Rgb {
        Rgb::of_xterm(XTERM[number % XTERM.len()])
    }

    /// Returns the colour of an entry from 16 on of xterm's table: a cube of 6×6×6 colours, then 24 greys.
    fn of_xterm(entry: u8) -> Rgb {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        match entry {
            232.. => {
                let grey = 8 + 10 * (entry - 232);
                Rgb(grey, grey, grey)
            }
            _ => {
                let level = |at: u8| LEVELS[usize::from(at % 6)];
                let entry = entry.saturating_sub(16);
                Rgb(level(entry / 36), level(entry / 6), level(entry))
            }
        }
    }

    /// Returns the relative luminance, from 0 for black to 1 for white (WCAG 2.2).
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the colour that is `percent` of the way to another one, 0 to 100.
    ///
    /// ```
    /// use tilefall::internals::render::palette::Rgb;
    /// assert_eq!(Rgb(200, 0, 100).mix(Rgb(0, 100, 100), 25), Rgb(150, 25, 100));
    /// ```
    pub fn mix(self, other: Rgb, percent: u8) -> Rgb {
        let part = |from: u8, to: u8| {
            let percent = u16::from(percent.min(100));
            ((u16::from(from) * (100 - percent) + u16::from(to) * percent) / 100) as u8
        };
        Rgb(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }

    /// Returns this colour, or the nearest one of xterm's table, for a terminal; `None` for terminals with fewer colours.
    ///
    /// ```
    /// use tilefall::internals::render::palette::{Depth, Rgb, TerminalColour};
    /// assert_eq!(Rgb(250, 210, 10).on_terminal(Depth::Xterm256), Some(TerminalColour::Xterm(220)));
    /// assert_eq!(Rgb(250, 210, 10).on_terminal(Depth::Ansi16), None);
    /// ```
    pub fn on_terminal(self, depth: Depth) -> Option<TerminalColour> {
        match depth {
            Depth::None | Depth::Ansi16 => None,
            Depth::Xterm256 => {
                let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
                let distance = |Rgb(red, green, blue): Rgb| {
                    square(red, self.0) + square(green, self.1) + square(blue, self.2)
                };
                let nearest = (16..=255).min_by_key(|&entry| distance(Rgb::of_xterm(entry)));
                nearest.map(TerminalColour::Xterm)
            }
            Depth::True => Some(TerminalColour::True(self)),
        }
    }

    /// Returns black or white, whichever is easier to read on this colour.
    pub fn ink(self) -> Rgb {
        if self.wants_black_ink() { Rgb(0, 0, 0) } else { Rgb(255, 255, 255) }
    }

    /// Returns the components in linear light, from 0 to 1.
    fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
        })
    }

    /// Returns `true` if black is easier to read on this colour than white.
    pub fn wants_black_ink(self) -> bool {
        // The contrast with black, (L + 0.05) / 0.05, against that with white, 1.05 / (L + 0.05).
        (self.luminance() + 0.05).powi(2) > 1.05 * 0.05
    }
}

impl std::fmt::Display for Rgb {
    /// Formats as `#rrggbb`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl TileColours {
    /// Returns the colours of a tile by the number of its colour; `None` for [`Depth::None`]. With [`Depth::Ansi16`] the
    /// colours repeat after 15.
    pub fn numbered(number: usize, depth: Depth) -> Option<TileColours> {
        use TerminalColour::{Ansi, True, Xterm};
        let (rgb, entry) = (Rgb::numbered(number), XTERM[number % XTERM.len()]);
        let is_light = rgb.wants_black_ink();
        let (ink, back) = match depth {
            Depth::None => return None,
            Depth::Ansi16 => {
                let back = ANSI[number % ANSI.len()];
                (Ansi(if DARK_ANSI.contains(&back) { 15 } else { 0 }), Ansi(back))
            }
            // Black and white of the cube: users rarely change these, and bold text does not make them lighter.
            Depth::Xterm256 => (Xterm(if is_light { 16 } else { 231 }), Xterm(entry)),
            Depth::True => (True(rgb.ink()), True(rgb)),
        };
        Some(TileColours { ink, back })
    }
}

impl std::fmt::Display for TileColours {
    /// Formats the escape sequence that sets both colours; `\x1b[0m` resets them.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let code = |colour: TerminalColour, base: u32| match colour {
            TerminalColour::Ansi(entry @ 8..) => (base + 52 + u32::from(entry)).to_string(),
            TerminalColour::Ansi(entry) => (base + u32::from(entry)).to_string(),
            TerminalColour::Xterm(entry) => format!("{};5;{entry}", base + 8),
            TerminalColour::True(Rgb(red, green, blue)) => format!("{};2;{red};{green};{blue}", base + 8),
        };
        write!(f, "\x1b[{};{}m", code(self.ink, 30), code(self.back, 40))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    type Matrix = [[f64; 3]; 3];

    fn times(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
        matrix.map(|[a, b, c]| a * x + b * y + c * z)
    }

    /// Transformations of linear light to what people see: all colours, then protanopia, deuteranopia and tritanopia by
    /// Machado, Oliveira and Fernandes (2009).
    const EYES: [(&str, Matrix); 4] = [
        ("all colours", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ),
    ];

    /// Returns the coordinates in Oklab (Ottosson 2020), where equal distances look equally different.
    fn oklab(colour: Rgb, eye: &Matrix) -> [f64; 3] {
        const LMS: Matrix = [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ];
        const LAB: Matrix = [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ];
        let seen = times(eye, colour.linear()).map(|part| part.clamp(0.0, 1.0));
        times(&LAB, times(&LMS, seen).map(libm::cbrt))
    }

    /// The sixteen colours of a terminal.
    type Table = [[u8; 3]; 16];

    #[rustfmt::skip]
    const TABLES: [(&str, Table); 3] = [
        ("xterm", [
            [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0],
            [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
            [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0],
            [92, 92, 255], [255, 0, 255], [0, 255, 255], [255, 255, 255],
        ]),
        ("VGA", [
            [0, 0, 0], [170, 0, 0], [0, 170, 0], [170, 85, 0],
            [0, 0, 170], [170, 0, 170], [0, 170, 170], [170, 170, 170],
            [85, 85, 85], [255, 85, 85], [85, 255, 85], [255, 255, 85],
            [85, 85, 255], [255, 85, 255], [85, 255, 255], [255, 255, 255],
        ]),
        ("Windows Terminal", [
            [12, 12, 12], [197, 15, 31], [19, 161, 14], [193, 156, 0],
            [0, 55, 218], [136, 23, 152], [58, 150, 221], [204, 204, 204],
            [118, 118, 118], [231, 72, 86], [22, 198, 12], [249, 241, 165],
            [59, 120, 255], [180, 0, 158], [97, 214, 214], [242, 242, 242],
        ]),
    ];

    /// Returns the colour that a terminal with this table shows.
    fn shown(colour: TerminalColour, table: &Table) -> Rgb {
        match colour {
            TerminalColour::Ansi(entry) => {
                let [red, green, blue] = table[usize::from(entry)];
                Rgb(red, green, blue)
            }
            TerminalColour::Xterm(entry) => Rgb::of_xterm(entry),
            TerminalColour::True(rgb) => rgb,
        }
    }

    #[test]
    fn every_two_colours_differ_for_every_eye() {
        // For the first n colours: n, and the least distance for people who see all colours and for the colour-blind. A
        // distance of 0.02 is just noticeable for a trained eye.
        const MANY: &[(usize, f64, f64)] =
            &[(5, 0.26, 0.19), (8, 0.2, 0.12), (16, 0.1, 0.065), (62, 0.035, 0.02)];
        const FEW: &[(usize, f64, f64)] =
            &[(4, 0.23, 0.18), (5, 0.16, 0.1), (8, 0.11, 0.07), (15, 0.07, 0.01)];
        for (depth, least) in [(Depth::Ansi16, FEW), (Depth::Xterm256, MANY), (Depth::True, MANY)] {
            let tile = |number| TileColours::numbered(number, depth).unwrap().back;
            let tables = if depth == Depth::Ansi16 { &TABLES[..] } else { &TABLES[..1] };
            for (terminal, table) in tables {
                for (at, (eye, matrix)) in EYES.iter().enumerate() {
                    for &(colours, seeing, blind) in least {
                        let places: Vec<_> =
                            (0..colours).map(|number| oklab(shown(tile(number), table), matrix)).collect();
                        let least = if at == 0 { seeing } else { blind };
                        for (one, other) in (0..colours).flat_map(|a| (0..a).map(move |b| (a, b))) {
                            let squares = (0..3).map(|i| (places[one][i] - places[other][i]).powi(2));
                            let gap = libm::sqrt(squares.sum());
                            assert!(
                                gap >= least,
                                "{depth:?}, {terminal}, {eye}: {one} and {other} of {colours} are {gap:.3} apart, \
                                 expected {least}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn labels_can_be_read_on_every_colour() {
        let contrast = |one: Rgb, other: Rgb| {
            let (one, other) = (one.luminance() + 0.05, other.luminance() + 0.05);
            if one > other { one / other } else { other / one }
        };
        for (depth, colours, least) in
            [(Depth::Ansi16, 15, 3.0), (Depth::Xterm256, 62, 4.5), (Depth::True, 62, 4.5)]
        {
            for ((terminal, table), number) in
                TABLES.iter().flat_map(|table| (0..colours).map(move |number| (table, number)))
            {
                let TileColours { ink, back } = TileColours::numbered(number, depth).unwrap();
                let found = contrast(shown(ink, table), shown(back, table));
                assert!(found >= least, "{depth:?}, {terminal}, colour {number}: contrast {found}");
            }
        }
    }

    #[test]
    fn terminals_pictures_and_pages_show_the_same_colours() {
        let of = |depth| -> Vec<Rgb> {
            let back = |number| TileColours::numbered(number, depth).unwrap().back;
            (0..62).map(|number| shown(back(number), &TABLES[0].1)).collect()
        };
        let colours: Vec<Rgb> = (0..62).map(Rgb::numbered).collect();
        assert_eq!((of(Depth::True), of(Depth::Xterm256)), (colours.clone(), colours.clone()));
        assert_eq!(colours.into_iter().collect::<HashSet<_>>().len(), 62);
        assert_eq!(Rgb::of_xterm(67), Rgb(95, 135, 175));
        assert_eq!([Rgb::of_xterm(232), Rgb::of_xterm(255)], [Rgb(8, 8, 8), Rgb(238, 238, 238)]);
    }

    #[test]
    fn escape_sequences_match_the_depth() {
        let escape = |number, depth| TileColours::numbered(number, depth).map(|tile| tile.to_string());
        assert_eq!(escape(0, Depth::None), None);
        assert_eq!(escape(0, Depth::Ansi16).unwrap(), "\x1b[30;103m");
        assert_eq!(escape(1, Depth::Ansi16).unwrap(), "\x1b[97;44m");
        assert_eq!(escape(0, Depth::Xterm256).unwrap(), "\x1b[38;5;16;48;5;220m");
        assert_eq!(escape(1, Depth::True).unwrap(), "\x1b[38;2;255;255;255;48;2;0;95;215m");
    }
}
