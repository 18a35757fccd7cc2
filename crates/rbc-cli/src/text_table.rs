//! Tables as aligned text.

use crate::terminal::printable;

/// Returns a table with its columns aligned, the first to the left and the others to the right.
#[must_use]
pub fn text_table(head: &[&str], rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| printable(cell)).collect())
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widest = cells.map(|cell| cell.chars().count()).max();
        widest.unwrap_or(0).max(head[column].chars().count())
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    for row in std::iter::once(&head).chain(&rows) {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            if column == 0 {
                line.push_str(&format!("{cell:<width$}"));
            } else {
                line.push_str(&format!("  {cell:>width$}"));
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_told_nothing_by_a_cell() {
        let rows = [vec!["\u{1b}[2J\r\nX\u{202e}é".to_owned(), "1".to_owned()]];
        assert_eq!(
            text_table(&["who", "n"], &rows),
            "who                            n\n\\u{1b}[2J\\u{d}\\u{a}X\\u{202e}é  1\n"
        );
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [
            vec!["random".to_owned(), "7".to_owned()],
            vec!["é".to_owned(), "1,234".to_owned()],
        ];
        assert_eq!(
            text_table(&["who", "n"], &rows),
            "who         n\nrandom      7\né       1,234\n"
        );
    }
}
