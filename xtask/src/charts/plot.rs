//! The frame of a chart: scales, axes with ticks, and labels that do not overlap.

use super::svg::{Anchor, Svg};

/// A scale from values to pixels.
#[derive(Clone, Copy)]
pub struct Scale {
    values: (f64, f64),
    pixels: (f64, f64),
    is_log: bool,
}

impl Scale {
    /// Returns a linear scale.
    pub fn linear(values: (f64, f64), pixels: (f64, f64)) -> Self {
        Self { values, pixels, is_log: false }
    }

    /// Returns a logarithmic scale; values must be positive.
    pub fn log(values: (f64, f64), pixels: (f64, f64)) -> Self {
        Self { values: (log10(values.0), log10(values.1)), pixels, is_log: true }
    }

    /// Returns the pixel of a value.
    pub fn at(&self, value: f64) -> f64 {
        let value = if self.is_log { log10(value) } else { value };
        let part = (value - self.values.0) / (self.values.1 - self.values.0);
        self.pixels.0 + part * (self.pixels.1 - self.pixels.0)
    }
}

#[expect(clippy::disallowed_methods, reason = "pixels are rounded to tenths")]
fn log10(value: f64) -> f64 {
    value.log10()
}

/// A chart with two axes.
pub struct Plot {
    /// The scale of the horizontal axis.
    pub x: Scale,
    /// The scale of the vertical axis.
    pub y: Scale,
}

impl Plot {
    /// Returns the point of a pair of values.
    pub fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }

    /// Draws the ticks of the horizontal axis at its lower end, and its name.
    pub fn draw_x(&self, svg: &mut Svg, ticks: &[(f64, String)], name: &str) {
        let bottom = self.y.pixels.0;
        for (value, label) in ticks {
            let x = self.x.at(*value);
            svg.line(&[(x, bottom), (x, bottom + 5.0)], "muted", 1.0, false);
            svg.text((x, bottom + 19.0), Anchor::Middle, "ink", label);
        }
        let middle = f64::midpoint(self.x.pixels.0, self.x.pixels.1);
        svg.text((middle, bottom + 40.0), Anchor::Middle, "muted", name);
    }

    /// Draws a line across for each tick of the vertical axis, with its label at the left, and the name of the axis.
    pub fn draw_y(&self, svg: &mut Svg, ticks: &[(f64, String)], name: &str) {
        let (left, right) = self.x.pixels;
        for (value, label) in ticks {
            let y = self.y.at(*value);
            svg.line(&[(left, y), (right, y)], "grid", 1.0, false);
            svg.text((left - 8.0, y + 4.0), Anchor::End, "ink", label);
        }
        let (bottom, top) = self.y.pixels;
        svg.line(&[(left, bottom), (right, bottom)], "muted", 1.0, false);
        svg.vertical_text((18.0, f64::midpoint(top, bottom)), name);
    }
}

/// Moves positions of labels apart, from the smallest up, so that they differ by at least `gap`; returns them in the order given.
pub fn spread(positions: &[f64], gap: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by(|&a, &b| positions[a].total_cmp(&positions[b]));
    let mut spread = positions.to_vec();
    for pair in order.windows(2) {
        spread[pair[1]] = spread[pair[1]].max(spread[pair[0]] + gap);
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_reach_both_ends() {
        let log = Scale::log((0.1, 1000.0), (100.0, 500.0));
        assert_eq!([0.1, 1.0, 10.0, 1000.0].map(|v| log.at(v).round()), [100.0, 200.0, 300.0, 500.0]);
        let linear = Scale::linear((0.0, 4.0), (400.0, 0.0));
        assert_eq!([0.0, 1.0, 4.0].map(|v| linear.at(v)), [400.0, 300.0, 0.0]);
    }

    #[test]
    fn labels_keep_their_order_and_a_gap() {
        assert_eq!(spread(&[30.0, 10.0, 12.0, 100.0], 15.0), [40.0, 10.0, 25.0, 100.0]);
    }
}
