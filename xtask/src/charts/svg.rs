//! SVG pictures of a fixed size that follow the light or dark theme of the reader.

use std::fmt::Write as _;

/// The colours: name, light theme, dark theme. A test checks the contrast of each with `paper`.
const COLOURS: [(&str, &str, &str); 7] = [
    ("paper", "#ffffff", "#14181d"),
    ("ink", "#1f2328", "#e6edf3"),
    ("muted", "#57606a", "#9da7b3"),
    ("grid", "#d8dee4", "#343b43"),
    ("first", "#0b5cad", "#6cb6ff"),
    ("second", "#b3450b", "#ffa657"),
    ("third", "#6b3fa0", "#d2a8ff"),
];

/// Where a text is relative to its point.
#[derive(Clone, Copy)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// The text is centred.
    Middle,
    /// The text ends at the point.
    End,
}

/// A picture under construction. Colours are names of the palette: `ink`, `muted`, `grid`, `first`, `second`, `third`.
pub struct Svg {
    body: String,
}

impl Svg {
    /// Returns a picture with a background, a title and a line below it; readers of screens get `description` as well.
    pub fn new(width: u32, height: u32, title: &str, subtitle: &str, description: &str) -> Self {
        let mut body = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{}</title>\n\
             <desc id=\"desc\">{}</desc>\n<style>{}</style>\n\
             <rect class=\"f-paper\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n",
            escape(title),
            escape(description),
            style()
        );
        let _ = writeln!(body, "<text class=\"f-ink h\" x=\"20\" y=\"30\">{}</text>", escape(title));
        let mut svg = Self { body };
        svg.text((20.0, 50.0), Anchor::Start, "muted", subtitle);
        svg
    }

    /// Adds a text of 12 px.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, colour: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let _ = writeln!(
            self.body,
            "<text class=\"f-{colour}\" x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{}</text>",
            escape(text)
        );
    }

    /// Adds a centred text with an outline of the background, so that lines below do not cross it.
    pub fn label(&mut self, (x, y): (f64, f64), colour: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text class=\"f-{colour} s-paper o\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
            escape(text)
        );
    }

    /// Adds a text that reads from bottom to top, centred at a point.
    pub fn vertical_text(&mut self, (x, y): (f64, f64), text: &str) {
        let _ = writeln!(
            self.body,
            "<text class=\"f-muted\" transform=\"translate({x:.1} {y:.1}) rotate(-90)\" \
             text-anchor=\"middle\">{}</text>",
            escape(text)
        );
    }

    /// Adds a line through points.
    pub fn line(&mut self, points: &[(f64, f64)], colour: &str, width: f64, dashed: bool) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dashes = if dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let _ = writeln!(
            self.body,
            "<polyline class=\"s-{colour}\" points=\"{}\" stroke-width=\"{width}\"{dashes}/>",
            points.join(" ")
        );
    }

    /// Adds a dot: filled, or a ring.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, colour: &str, filled: bool) {
        let class = if filled { format!("f-{colour}") } else { format!("s-{colour} r") };
        let _ = writeln!(self.body, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>");
    }

    /// Adds a filled rectangle.
    pub fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str) {
        let _ = writeln!(
            self.body,
            "<rect class=\"f-{colour}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             rx=\"2\"/>"
        );
    }

    /// Returns the text of the picture.
    pub fn finish(self) -> String {
        self.body + "</svg>\n"
    }
}

/// Returns the style sheet: a class for filling and one for strokes of each colour.
fn style() -> String {
    let mut light = String::from(
        "text{font:12px ui-sans-serif,system-ui,'Segoe UI',Helvetica,Arial,sans-serif}.h{font-size:16px;\
         font-weight:600}polyline{fill:none;stroke-linejoin:round}.r{fill:none;stroke-width:1.5}\
         .o{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}",
    );
    let mut dark = String::new();
    for (name, on_light, on_dark) in COLOURS {
        let _ = write!(light, ".f-{name}{{fill:{on_light}}}.s-{name}{{stroke:{on_light}}}");
        let _ = write!(dark, ".f-{name}{{fill:{on_dark}}}.s-{name}{{stroke:{on_dark}}}");
    }
    format!("{light}@media(prefers-color-scheme:dark){{{dark}}}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of `#rrggbb` as WCAG 2 defines it, with 2.2 for the exponent.
    fn luminance(colour: &str) -> f64 {
        let channel = |i: usize| {
            let value = f64::from(u8::from_str_radix(&colour[i..i + 2], 16).unwrap()) / 255.0;
            // The square and a fifth root, by Newton's method.
            let root = (0..60).fold(1.0_f64, |r, _| r - (r.powi(5) - value) / (5.0 * r.powi(4)));
            value * value * root
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn texts_and_series_can_be_read_in_both_themes() {
        assert!(contrast("#000000", "#ffffff") > 20.0);
        let (_, light, dark) = COLOURS[0];
        for (name, on_light, on_dark) in &COLOURS[1..] {
            let least = if *name == "grid" { 1.2 } else { 4.5 };
            assert!(contrast(on_light, light) >= least, "{name}: light");
            assert!(contrast(on_dark, dark) >= least, "{name}: dark");
        }
    }

    #[test]
    fn texts_are_escaped() {
        let mut svg = Svg::new(100, 50, "a<b", "c", "d");
        svg.text((1.0, 2.0), Anchor::End, "ink", "x & y");
        let text = svg.finish();
        assert!(text.contains("<title id=\"title\">a&lt;b</title>") && text.contains(">x &amp; y</text>"));
        assert!(text.ends_with("</svg>\n"));
    }
}
