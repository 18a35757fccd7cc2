//! Writes CSV.

use crate::terminal::printable;

/// A CSV table.
#[derive(Default)]
pub struct Csv {
    text: String,
}

impl Csv {
    /// Starts a table with the names of its columns.
    #[must_use]
    pub fn new(head: &[&str]) -> Csv {
        let mut csv = Csv {
            text: String::new(),
        };
        csv.row(head);
        csv
    }

    /// Adds a row.
    pub fn row<S: AsRef<str>>(&mut self, cells: &[S]) {
        let quoted = |cell: &S| {
            let mut cell = printable(cell.as_ref());
            // A spreadsheet would take these for formulas; negative numbers are fine.
            if cell.starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err() {
                cell.insert(0, '\'');
            }
            if cell.contains([',', '"']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell
            }
        };
        let cells: Vec<String> = cells.iter().map(quoted).collect();
        self.text.push_str(&cells.join(","));
        self.text.push('\n');
    }

    /// Returns the text.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_commas_are_quoted() {
        let mut csv = Csv::new(&["a", "b"]);
        csv.row(&["x,y", "say \"no\""]);
        assert_eq!(csv.finish(), "a,b\n\"x,y\",\"say \"\"no\"\"\"\n");
    }

    #[test]
    fn names_from_records_are_text_to_spreadsheets_and_stay_on_their_row() {
        let mut csv = Csv::new(&["a", "b", "c"]);
        csv.row(&["=HYPERLINK(1)", "x\r\ny", "-0.5"]);
        assert_eq!(csv.finish(), "a,b,c\n'=HYPERLINK(1),x\\u{d}\\u{a}y,-0.5\n");
    }
}
