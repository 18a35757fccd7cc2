//! Formats numbers for tables and messages.

/// Formats a whole number with its thousands separated: 1,234,567.
#[must_use]
pub fn grouped(number: usize) -> String {
    separated(&number.to_string())
}

/// Formats a number of boards or a mean of such: thousands separated, one decimal for small means.
#[must_use]
pub fn in_words(boards: f64) -> String {
    if boards < 100.0 && boards.fract() != 0.0 {
        return format!("{boards:.1}");
    }
    separated(&format!("{boards:.0}"))
}

fn separated(digits: &str) -> String {
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let told = [0, 999, 1_000, 9_482_525].map(grouped);
        assert_eq!(told, ["0", "999", "1,000", "9,482,525"]);
        let told = [1.0, 12.25, 999.6, 1234.0, 1_234_567.0].map(in_words);
        assert_eq!(told, ["1", "12.2", "1,000", "1,234", "1,234,567"]);
    }
}
