//! Formats estimates for tables and CSV.

use crate::chart::Estimate;

/// Formats a value with its interval, for a table.
#[must_use]
pub fn estimate_in_words(estimate: Estimate, in_words: impl Fn(f64) -> String) -> String {
    let more = if estimate.is_floor { ">" } else { "" };
    let value = in_words(estimate.value);
    match estimate.interval {
        None => format!("{more}{value}"),
        Some([low, high]) => format!("{more}{value} ({} to {})", in_words(low), in_words(high)),
    }
}

/// Returns the CSV cells of a value and its bounds.
#[must_use]
pub fn estimate_cells(estimate: Estimate, decimals: usize) -> [String; 3] {
    let cell = |value: f64| format!("{value:.decimals$}");
    let [low, high] = estimate
        .interval
        .map_or_else(Default::default, |i| i.map(cell));
    [cell(estimate.value), low, high]
}
