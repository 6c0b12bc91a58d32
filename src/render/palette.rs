//! Colours for the eye: told apart by people who see red and green alike, and never by colour alone.
//!
//! The first eight are those of Okabe and Ito ("Color universal design", 2008) without black and with grey; later
//! ones are the same, lighter or darker. Whatever shows a colour shows its label too.

/// A colour in red, green and blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The colours of Okabe and Ito, the ones that differ most first.
const BASE: [Rgb; 8] = [
    Rgb(0xe6, 0x9f, 0x00),
    Rgb(0x56, 0xb4, 0xe9),
    Rgb(0x00, 0x9e, 0x73),
    Rgb(0xf0, 0xe4, 0x42),
    Rgb(0x00, 0x72, 0xb2),
    Rgb(0xd5, 0x5e, 0x00),
    Rgb(0xcc, 0x79, 0xa7),
    Rgb(0x99, 0x99, 0x99),
];

/// How far each round of eight is from the first: percent towards white, or towards black if negative.
const SHADES: [i32; 8] = [0, 45, -40, 70, -60, 25, -20, 85];

/// What a terminal can show.
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

impl Rgb {
    /// The colour for a number, from 0; after 64 they begin again.
    ///
    /// ```
    /// use tilefall::render::palette::Rgb;
    /// assert_eq!(Rgb::numbered(0).to_string(), "#e69f00");
    /// assert_ne!(Rgb::numbered(0), Rgb::numbered(8));
    /// ```
    pub fn numbered(number: usize) -> Rgb {
        let Rgb(r, g, b) = BASE[number % 8];
        let shade = SHADES[number / 8 % 8];
        let mix = |part: u8| {
            let part = i32::from(part);
            let towards = if shade < 0 { 0 } else { 255 };
            (part + (towards - part) * shade.abs() / 100) as u8
        };
        Rgb(mix(r), mix(g), mix(b))
    }

    /// Relative luminance, from 0 for black to 1 for white (WCAG 2.2).
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Whether black is easier to read on this colour than white.
    pub fn wants_black_ink(self) -> bool {
        // The contrast with black, (L + 0.05) / 0.05, against that with white, 1.05 / (L + 0.05).
        (self.luminance() + 0.05).powi(2) > 1.05 * 0.05
    }

    /// The nearest of xterm's 6×6×6 cube of colours, 16 to 231.
    pub fn xterm(self) -> u8 {
        let level = |part: u8| match part {
            0..48 => 0,
            48..115 => 1,
            _ => (part - 35) / 40,
        };
        16 + 36 * level(self.0) + 6 * level(self.1) + level(self.2)
    }
}

impl std::fmt::Display for Rgb {
    /// `#rrggbb`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The escape sequence that sets the background for a numbered colour, and an ink that can be read on it; empty
/// for [`Depth::None`]. `\x1b[0m` ends it.
pub fn escape(number: usize, depth: Depth) -> String {
    let rgb = Rgb::numbered(number);
    let black = rgb.wants_black_ink();
    match depth {
        Depth::None => String::new(),
        // Yellow, cyan, green, bright yellow, blue, red, magenta, grey: the nearest to the eight.
        Depth::Ansi16 => {
            let (back, ink) =
                [(43, 30), (46, 30), (42, 30), (103, 30), (44, 97), (41, 97), (45, 97), (47, 30)][number % 8];
            format!("\x1b[{ink};{back}m")
        }
        Depth::Xterm256 => format!("\x1b[38;5;{};48;5;{}m", if black { 16 } else { 231 }, rgb.xterm()),
        Depth::True => {
            let ink = if black { 0 } else { 255 };
            format!("\x1b[38;2;{ink};{ink};{ink};48;2;{};{};{}m", rgb.0, rgb.1, rgb.2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_can_be_read_on_every_colour() {
        for number in 0..64 {
            let rgb = Rgb::numbered(number);
            let light = rgb.luminance() + 0.05;
            let contrast = if rgb.wants_black_ink() { light / 0.05 } else { 1.05 / light };
            assert!(contrast >= 4.5, "colour {number}: {rgb}, contrast {contrast}");
        }
    }

    #[test]
    fn sixty_two_colours_differ() {
        let colours: std::collections::HashSet<Rgb> = (0..62).map(Rgb::numbered).collect();
        assert_eq!(colours.len(), 62);
    }

    /// Protanopia and deuteranopia by the matrices of Viénot, Brettel and Mollon (1999), in linear light.
    #[test]
    fn the_first_six_differ_for_people_who_see_red_and_green_alike() {
        let linear = |part: u8| libm::pow(f64::from(part) / 255.0, 2.2);
        let seen = |Rgb(r, g, b): Rgb, kind: usize| {
            let (r, g, b) = (linear(r), linear(g), linear(b));
            match kind {
                0 => [0.1120 * r + 0.8853 * g, 0.1126 * r + 0.8897 * g, 0.0040 * r - 0.0040 * g + b],
                _ => [0.2920 * r + 0.7054 * g, 0.2934 * r + 0.7089 * g, -0.0210 * r + 0.0210 * g + b],
            }
        };
        for kind in [0, 1] {
            for (one, other) in (0..6).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let (one, other) = (seen(Rgb::numbered(one), kind), seen(Rgb::numbered(other), kind));
                let gap: f64 = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                assert!(gap > 0.1, "{one:?} and {other:?}: {gap}");
            }
        }
    }

    #[test]
    fn terminals_get_what_they_can_show() {
        assert_eq!(escape(0, Depth::None), "");
        assert_eq!(escape(0, Depth::True), "\x1b[38;2;0;0;0;48;2;230;159;0m");
        assert_eq!(escape(4, Depth::Xterm256), "\x1b[38;5;231;48;5;25m");
        assert_eq!(escape(1, Depth::Ansi16), "\x1b[30;46m");
        let cube = [Rgb(0, 0, 0), Rgb(255, 255, 255), Rgb(95, 135, 175)].map(Rgb::xterm);
        assert_eq!(cube, [16, 231, 67]);
    }
}
