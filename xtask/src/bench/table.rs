//! One table of all trees: a row for each figure, a column for each tree.

/// Figures as they are measured.
#[derive(Default)]
pub(super) struct Table {
    trees: Vec<String>,
    rows: Vec<Row>,
}

/// One figure of all trees.
struct Row {
    what: String,
    aim: String,
    /// By tree; empty where it was not measured.
    cells: Vec<String>,
}

impl Table {
    /// Begins the column of a tree.
    pub(super) fn begin(&mut self, tree: String) {
        self.trees.push(tree);
    }

    /// Sets a figure of the tree begun last.
    pub(super) fn set(&mut self, what: &str, aim: &str, cell: String) {
        eprintln!(
            "{what}: {cell}{}",
            if aim.is_empty() { String::new() } else { format!(" (aim {aim})") }
        );
        let column = self.trees.len().saturating_sub(1);
        let index = match self.rows.iter().position(|row| row.what == what) {
            Some(known) => known,
            None => {
                self.rows.push(Row { what: what.into(), aim: aim.into(), cells: Vec::new() });
                self.rows.len() - 1
            }
        };
        let cells = &mut self.rows[index].cells;
        cells.resize(cells.len().max(column + 1), String::new());
        cells[column] = cell;
    }

    /// The table for the README.
    pub(super) fn markdown(&self) -> String {
        let mut text = format!("| | aim | {} |\n| --- | --- |", self.trees.join(" | "));
        text.push_str(&" --- |".repeat(self.trees.len()));
        for row in &self.rows {
            text.push_str(&format!("\n| {} | {} |", row.what, row.aim));
            for column in 0..self.trees.len() {
                text.push_str(&format!(" {} |", row.cells.get(column).map_or("", String::as_str)));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_trees_stand_side_by_side() {
        let mut table = Table::default();
        table.begin("one".into());
        table.set("cold, s", "2.0", "1".into());
        table.set("warm, s", "", "2".into());
        table.begin("two".into());
        table.set("warm, s", "", "3".into());
        let text = "| | aim | one | two |\n| --- | --- | --- | --- |\n| cold, s | 2.0 | 1 |  |\n| warm, s |  | 2 | 3 |";
        assert_eq!(table.markdown(), text);
    }
}
