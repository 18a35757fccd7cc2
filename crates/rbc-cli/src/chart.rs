//! Charts as SVG: lines over an axis, and horizontal bars.
//!
//! The same numbers give the same text. Colours follow the reader's light or dark scheme; series also differ by
//! dashes and markers. Values that are not finite, and those that a logarithmic axis cannot show, are left out.

use std::fmt::Write as _;

use crate::terminal::printable;

const WIDTH: f64 = 760.0;
/// The plot area of a line chart, without labels.
const PLOT_HEIGHT: f64 = 320.0;
const RIGHT: f64 = 24.0;
const BAR_ROW: f64 = 26.0;
const LEGEND_ROW: f64 = 20.0;
/// Approximate width of a letter in the small text.
const LETTER: f64 = 6.6;
/// Colours of the series, on a light and on a dark background.
const COLORS: [(&str, &str); 6] = [
    ("#0062a0", "#5cb8f0"),
    ("#c04a00", "#ffa04d"),
    ("#00775a", "#3fd0a6"),
    ("#9b3c86", "#eb9bd3"),
    ("#6b5b00", "#e0cc4e"),
    ("#555555", "#bbbbbb"),
];
const DASHES: [&str; 6] = ["", "7 4", "2 3", "9 3 2 3", "12 4", "4 2"];

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Linear.
    Linear,
    /// Logarithmic.
    Log,
}

/// One axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What is shown, with its unit.
    pub label: String,
    /// Its scale.
    pub scale: Scale,
    /// Values that must be on it.
    pub includes: Vec<f64>,
}

impl Axis {
    /// Returns a linear axis that includes 0.
    #[must_use]
    pub fn linear(label: &str) -> Axis {
        Axis {
            label: label.to_owned(),
            scale: Scale::Linear,
            includes: vec![0.0],
        }
    }

    /// Returns a logarithmic axis.
    #[must_use]
    pub fn log(label: &str) -> Axis {
        Axis {
            label: label.to_owned(),
            scale: Scale::Log,
            includes: Vec::new(),
        }
    }

    /// Returns the axis, extended to include `values`.
    #[must_use]
    pub fn including(self, values: &[f64]) -> Axis {
        Axis {
            includes: values.to_vec(),
            ..self
        }
    }
}

/// A value with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The bounds of its interval, where it has one.
    pub interval: Option<[f64; 2]>,
    /// Whether the true value is at least this much: drawn hollow.
    pub is_floor: bool,
}

impl Estimate {
    /// Returns a value without an interval.
    #[must_use]
    pub fn bare(value: f64) -> Estimate {
        Estimate {
            value,
            interval: None,
            is_floor: false,
        }
    }

    /// Returns a value with an interval.
    #[must_use]
    pub fn within(value: f64, interval: [f64; 2]) -> Estimate {
        Estimate {
            value,
            interval: Some(interval),
            is_floor: false,
        }
    }

    fn values(self) -> impl Iterator<Item = f64> {
        std::iter::once(self.value).chain(self.interval.into_iter().flatten())
    }
}

/// One line.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, in the order in which they are connected.
    pub points: Vec<(f64, Estimate)>,
}

/// Lines over two axes.
#[derive(Clone, Debug)]
pub struct LineChart {
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// One bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Its label.
    pub label: String,
    /// Its length.
    pub value: Estimate,
    /// Its kind: an index of [`BarChart::kinds`].
    pub kind: usize,
}

/// Horizontal bars.
#[derive(Clone, Debug)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// The axis.
    pub axis: Axis,
    /// Names of the kinds of bars, for the legend; a single one needs none.
    pub kinds: Vec<String>,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
}

/// An axis fitted to its values and to a length on the page.
struct Fitted {
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<f64>,
    /// The positions of `low` and `high` on the page.
    ends: [f64; 2],
}

impl Fitted {
    fn new(axis: &Axis, values: impl Iterator<Item = f64>, ends: [f64; 2]) -> Fitted {
        let scale = axis.scale;
        let shown = values.chain(axis.includes.iter().copied());
        let shown: Vec<f64> = shown.filter(|v| can_show(scale, *v)).collect();
        let low = shown.iter().copied().fold(f64::INFINITY, f64::min);
        let high = shown.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if shown.is_empty() {
            (1.0, 10.0)
        } else {
            (low, high)
        };
        match scale {
            Scale::Log => {
                let first = low.log10().floor();
                let last = high.log10().ceil().max(first + 1.0);
                let powers = first as i32..=last as i32;
                Fitted {
                    scale,
                    low: 10_f64.powf(first),
                    high: 10_f64.powf(last),
                    ticks: powers.map(|p| 10_f64.powi(p)).collect(),
                    ends,
                }
            }
            Scale::Linear => {
                let span = if high > low { high - low } else { 1.0 };
                let rough = span / 6.0;
                let unit = 10_f64.powf(rough.log10().floor());
                let factors = [1.0, 2.0, 5.0, 10.0].into_iter();
                let steps = factors.map(|f| f * unit);
                let step = steps.clone().find(|s| *s >= rough).unwrap_or(10.0 * unit);
                let first = (low / step + 1e-9).floor();
                let last = ((low + span) / step - 1e-9).ceil().max(first + 1.0);
                Fitted {
                    scale,
                    low: first * step,
                    high: last * step,
                    ticks: (0..=(last - first) as usize)
                        .map(|i| (first + i as f64) * step)
                        .collect(),
                    ends,
                }
            }
        }
    }

    fn place(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        let [from, to] = self.ends;
        from + share.clamp(0.0, 1.0) * (to - from)
    }

    fn place_of(&self, value: f64) -> Option<f64> {
        can_show(self.scale, value).then(|| self.place(value))
    }
}

fn can_show(scale: Scale, value: f64) -> bool {
    value.is_finite() && (scale == Scale::Linear || value > 0.0)
}

/// Formats a number on an axis.
fn tick_label(value: f64) -> String {
    if value.abs() >= 1000.0 {
        return crate::numbers::in_words(value);
    }
    let text = format!("{value:.4}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0" } else { short }.to_owned()
}

/// Escapes text for an SVG. XML cannot express most control characters.
fn escape(text: &str) -> String {
    printable(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// An SVG that is being written.
struct Page {
    body: String,
}

impl Page {
    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "{element}");
    }

    fn line(&mut self, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
        self.push(format_args!(
            r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#
        ));
    }

    fn text(&mut self, class: &str, anchor: &str, [x, y]: [f64; 2], text: &str) {
        let text = escape(text);
        self.push(format_args!(
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    fn marker(&mut self, series: usize, hollow: bool, [x, y]: [f64; 2]) {
        let class = if hollow { "hollow" } else { "solid" };
        let color = series % COLORS.len();
        let start = format!(r#"class="c{color} {class}""#);
        match series % 3 {
            0 => self.push(format_args!(
                r#"<circle {start} cx="{x:.1}" cy="{y:.1}" r="3.4"/>"#
            )),
            1 => self.push(format_args!(
                r#"<rect {start} x="{:.1}" y="{:.1}" width="6.2" height="6.2"/>"#,
                x - 3.1,
                y - 3.1
            )),
            _ => self.push(format_args!(
                r#"<path {start} d="M{x:.1} {:.1} l4 7 h-8 z"/>"#,
                y - 4.4
            )),
        }
    }

    /// Draws the legend from the height `top`; returns its end.
    fn legend(&mut self, names: &[&str], top: f64, lines: bool) -> f64 {
        let (mut x, mut y) = (16.0, top);
        for (i, name) in names.iter().enumerate() {
            let width = 44.0 + LETTER * name.chars().count() as f64;
            if x > 16.0 && x + width > WIDTH - RIGHT {
                (x, y) = (16.0, y + LEGEND_ROW);
            }
            let color = i % COLORS.len();
            if lines {
                self.line(&format!("c{color} join"), [x, y], [x + 24.0, y]);
                self.marker(i, false, [x + 12.0, y]);
            } else {
                let top = y - 6.0;
                self.push(format_args!(
                    r#"<rect class="c{color} bar" x="{x:.1}" y="{top:.1}" width="24" height="12"/>"#
                ));
            }
            self.text("small", "start", [x + 30.0, y + 4.0], name);
            x += width;
        }
        y + LEGEND_ROW
    }

    fn finish(self, title: &str, height: f64) -> String {
        let mut colors = [String::new(), String::new()];
        for (i, (light, dark)) in COLORS.iter().enumerate() {
            for (text, color) in colors.iter_mut().zip([light, dark]) {
                let _ = write!(text, ".c{i}{{stroke:{color};fill:{color}}}");
            }
        }
        let dashes: String = (0..DASHES.len())
            .filter(|i| !DASHES[*i].is_empty())
            .map(|i| format!(".c{i}.join{{stroke-dasharray:{}}}", DASHES[i]))
            .collect();
        let [light, dark] = colors;
        let title = escape(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" width=\"{WIDTH:.0}\" \
             height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n<style>\
             text{{font-family:system-ui,sans-serif;font-size:13px;fill:#1c1c1c}}text.small{{font-size:12px}}\
             text.title{{font-size:15px;font-weight:600}}.ground{{fill:#ffffff}}.grid{{stroke:#dddddd}}\
             .axis{{stroke:#555555}}.join{{fill:none;stroke-width:1.8}}.spread{{stroke-width:1.2;opacity:0.6}}{light}{dashes}\
             .join{{fill:none}}.bar{{stroke:none;fill-opacity:0.7}}.hollow{{fill:#ffffff;stroke-width:1.4}}.over{{stroke:#1c1c1c}}\
             @media(prefers-color-scheme:dark){{text{{fill:#ececec}}.ground{{fill:#16181b}}.grid{{stroke:#383c42}}\
             .axis{{stroke:#a8a8a8}}{dark}.join{{fill:none}}.bar{{stroke:none}}.hollow{{fill:#16181b}}\
             .over{{stroke:#ececec}}}}</style>\n\
             <title>{title}</title>\n\
             <rect class=\"ground\" width=\"{WIDTH:.0}\" height=\"{height:.0}\"/>\n{}</svg>\n",
            self.body
        )
    }
}

impl LineChart {
    /// Draws the chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut page = Page {
            body: String::new(),
        };
        page.text("title", "start", [16.0, 26.0], &self.title);
        let names: Vec<&str> = self.series.iter().map(|s| s.name.as_str()).collect();
        let top = page.legend(&names, 48.0, true);
        let points = || self.series.iter().flat_map(|s| &s.points);
        let bottom = top + PLOT_HEIGHT;
        let y = Fitted::new(
            &self.y,
            points().flat_map(|(_, e)| e.values()),
            [bottom, top],
        );
        let labels: Vec<String> = y.ticks.iter().map(|t| tick_label(*t)).collect();
        let widest = labels.iter().map(String::len).max().unwrap_or(0);
        let left = 42.0 + LETTER * 1.1 * widest as f64;
        let right = WIDTH - RIGHT;
        let x = Fitted::new(&self.x, points().map(|(x, _)| *x), [left, right]);
        for (tick, label) in y.ticks.iter().zip(&labels) {
            let at = y.place(*tick);
            page.line("grid", [left, at], [right, at]);
            page.text("small", "end", [left - 7.0, at + 4.0], label);
        }
        for tick in &x.ticks {
            let at = x.place(*tick);
            page.line("axis", [at, bottom], [at, bottom + 5.0]);
            page.text("small", "middle", [at, bottom + 19.0], &tick_label(*tick));
        }
        page.line("axis", [left, bottom], [right, bottom]);
        page.line("axis", [left, top], [left, bottom]);
        let middle = f64::midpoint(left, right);
        page.text("label", "middle", [middle, bottom + 40.0], &self.x.label);
        let (at, label) = (f64::midpoint(top, bottom), escape(&self.y.label));
        page.push(format_args!(
            r#"<text transform="translate(20 {at:.1}) rotate(-90)" text-anchor="middle">{label}</text>"#
        ));
        for (i, series) in self.series.iter().enumerate() {
            let color = i % COLORS.len();
            let mut joined = String::new();
            for (at, estimate) in &series.points {
                let (Some(at), Some(up)) = (x.place_of(*at), y.place_of(estimate.value)) else {
                    continue;
                };
                let _ = write!(joined, "{at:.1},{up:.1} ");
                if let Some([low, high]) = estimate.interval
                    && high.is_finite()
                {
                    let low = y.place_of(low).unwrap_or(bottom);
                    let class = format!("c{color} spread");
                    page.line(&class, [at, low], [at, y.place_of(high).unwrap_or(low)]);
                }
            }
            let joined = joined.trim_end();
            page.push(format_args!(
                r#"<polyline class="c{color} join" points="{joined}"/>"#
            ));
            for (at, estimate) in &series.points {
                if let (Some(at), Some(up)) = (x.place_of(*at), y.place_of(estimate.value)) {
                    page.marker(i, estimate.is_floor, [at, up]);
                }
            }
        }
        page.finish(&self.title, bottom + 54.0)
    }
}

impl BarChart {
    /// Draws the chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut page = Page {
            body: String::new(),
        };
        page.text("title", "start", [16.0, 26.0], &self.title);
        let kinds: Vec<&str> = match self.kinds.len() {
            0 | 1 => Vec::new(),
            _ => self.kinds.iter().map(String::as_str).collect(),
        };
        let top = if kinds.is_empty() {
            40.0
        } else {
            page.legend(&kinds, 48.0, false)
        };
        let bottom = top + BAR_ROW * self.bars.len() as f64;
        let letters = |bar: &Bar| bar.label.chars().count();
        let widest = self.bars.iter().map(letters).max().unwrap_or(0);
        let (left, right) = (24.0 + LETTER * 1.1 * widest as f64, WIDTH - 90.0);
        let values = self.bars.iter().flat_map(|bar| bar.value.values());
        let axis = Fitted::new(&self.axis, values, [left, right]);
        for tick in &axis.ticks {
            let at = axis.place(*tick);
            page.line("grid", [at, top], [at, bottom]);
            page.text("small", "middle", [at, bottom + 18.0], &tick_label(*tick));
        }
        let middle = f64::midpoint(left, right);
        page.text("label", "middle", [middle, bottom + 40.0], &self.axis.label);
        let zero = axis.place_of(0.0).unwrap_or(left);
        for (i, bar) in self.bars.iter().enumerate() {
            let center = top + BAR_ROW * (i as f64 + 0.5);
            page.text("small", "end", [left - 8.0, center + 4.0], &bar.label);
            let Some(end) = axis.place_of(bar.value.value) else {
                continue;
            };
            let (from, width, y) = (zero.min(end), (end - zero).abs(), center - 8.0);
            let color = bar.kind % COLORS.len();
            page.push(format_args!(
                r#"<rect class="c{color} bar" x="{from:.1}" y="{y:.1}" width="{width:.1}" height="16"/>"#
            ));
            let mut last = end.max(zero);
            if let Some([low, high]) = bar.value.interval {
                let low = axis.place_of(low).unwrap_or(left);
                let high = axis.place_of(high).unwrap_or(end);
                page.line("over", [low, center], [high, center]);
                for at in [low, high] {
                    page.line("over", [at, center - 4.0], [at, center + 4.0]);
                }
                last = last.max(high);
            }
            let more = if bar.value.is_floor { ">" } else { "" };
            let value = format!("{more}{}", crate::numbers::in_words(bar.value.value));
            page.text("small", "start", [last + 6.0, center + 4.0], &value);
        }
        page.line("axis", [zero, top], [zero, bottom]);
        page.finish(&self.title, bottom + 54.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every element is closed in its order, attributes are quoted, and no ampersand stands alone.
    fn assert_well_formed(svg: &str) {
        let mut open: Vec<&str> = Vec::new();
        let mut rest = svg;
        while let Some(start) = rest.find('<') {
            let text = &rest[..start];
            assert!(!text.contains('>'), "{text}");
            let end = start + rest[start..].find('>').expect("a tag that ends");
            let tag = &rest[start + 1..end];
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name = tag.trim_start_matches('/');
            let name = name.split([' ', '/']).next().expect("a name");
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(name);
            }
            rest = &rest[end + 1..];
        }
        assert!(open.is_empty(), "{open:?}");
        for (i, _) in svg.match_indices('&') {
            let entities = ["&amp;", "&lt;", "&gt;", "&quot;"];
            assert!(entities.iter().any(|e| svg[i..].starts_with(e)));
        }
        assert!(!svg.contains(|c: char| c.is_control() && c != '\n'));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    fn series(name: &str, values: &[f64]) -> Series {
        let point = |(i, value): (usize, &f64)| {
            let interval = [value * 0.5, value * 2.0];
            (i as f64 + 1.0, Estimate::within(*value, interval))
        };
        Series {
            name: name.to_owned(),
            points: values.iter().enumerate().map(point).collect(),
        }
    }

    #[test]
    fn charts_are_well_formed_whatever_the_values() {
        let odd = [0.0, f64::NAN, f64::INFINITY, -3.0, 1e9, 1e-9, 7.0];
        for y in [Axis::log("boards & more"), Axis::linear("<g>")] {
            for values in [&odd[..], &[], &[5.0], &[0.0, 0.0], &[f64::NAN]] {
                let chart = LineChart {
                    title: "a \"b\" < c".to_owned(),
                    x: Axis::linear("turn").including(&[1.0]),
                    y: y.clone(),
                    series: vec![series("x", values), series("y & z", &[1.0, 10.0])],
                };
                assert_well_formed(&chart.svg());
                let bars = values.iter().enumerate().map(|(i, v)| Bar {
                    label: format!("<{i}>\u{1b}[0m\u{0}"),
                    value: Estimate {
                        is_floor: i == 1,
                        ..Estimate::within(*v, [v - 1.0, v + 1.0])
                    },
                    kind: i,
                });
                let chart = BarChart {
                    title: String::new(),
                    axis: y.clone(),
                    kinds: vec!["one".to_owned(), "two".to_owned()],
                    bars: bars.collect(),
                };
                assert_well_formed(&chart.svg());
            }
        }
    }

    #[test]
    fn values_stand_where_their_axis_has_them() {
        let axis = Fitted::new(&Axis::log("n"), [3.0, 5_000.0].into_iter(), [0.0, 400.0]);
        assert_eq!(axis.ticks.len(), 5);
        assert!((axis.place(100.0) - 200.0).abs() < 1e-9);
        assert_eq!(axis.place_of(0.0), None);
        let axis = Fitted::new(&Axis::linear("n"), [0.0, 0.93].into_iter(), [100.0, 0.0]);
        assert!(
            axis.low == 0.0 && (axis.high - 1.0).abs() < 1e-9,
            "{}",
            axis.high
        );
        assert!((axis.place(0.5) - 50.0).abs() < 1e-9);
        assert_eq!(tick_label(0.4), "0.4");
        assert_eq!(tick_label(20_000.0), "20,000");
    }
}
