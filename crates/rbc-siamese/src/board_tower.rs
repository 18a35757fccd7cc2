//! The tower that runs for every board: a sum of rows of a table, and one dense layer.

use crate::{
    ROWS,
    model_file::{BoardWeights, TableWeights},
};

/// Columns of the table that are summed at a time.
const COLUMNS: usize = 64;
/// Outputs of the dense layer that are computed at a time.
const OUTPUTS: usize = 8;
/// Boards whose outputs are computed at a time.
const BOARDS: usize = 4;

/// The table, row by row in blocks of [`COLUMNS`], filled up with 0.
#[derive(Clone, Debug)]
enum Table {
    /// With what each column is multiplied by. 50 rows of 127 fit in 16 bits.
    Int8(Vec<[i8; COLUMNS]>, Vec<f32>),
    Float(Vec<[f32; COLUMNS]>),
}

/// The tower, laid out for our loops.
#[derive(Clone, Debug)]
pub(crate) struct BoardTower {
    table: Table,
    bias: Vec<f32>,
    /// Blocks of [`OUTPUTS`], in each of them column by column.
    last: Vec<[f32; OUTPUTS]>,
    last_bias: Vec<[f32; OUTPUTS]>,
    size: usize,
}

/// Room for what is computed of a few boards.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    /// Column by column, filled up.
    hidden: Vec<[f32; BOARDS]>,
}

impl BoardTower {
    pub(crate) fn new(weights: &BoardWeights<'_>) -> BoardTower {
        let BoardWeights {
            table,
            bias,
            last,
            last_bias,
        } = weights;
        let columns = bias.len();
        let padded = columns.next_multiple_of(COLUMNS);
        let size = last_bias.len();
        let fill = |values: &[f32], len: usize| {
            let mut values = values.to_vec();
            values.resize(len, 0.0);
            values
        };
        let table = match table {
            TableWeights::Int8(bytes, scale) => {
                let values: Vec<i8> = bytes.iter().map(|&v| v as i8).collect();
                Table::Int8(blocks(&values, columns), fill(scale, padded))
            }
            TableWeights::Float(values) => Table::Float(blocks(values, columns)),
        };
        let outputs = size.next_multiple_of(OUTPUTS);
        let last_bias = fill(last_bias, outputs).as_chunks().0.to_vec();
        let weight = |output: usize, column: usize| {
            let inside = output < size && column < columns;
            if inside {
                last[output * columns + column]
            } else {
                0.0
            }
        };
        let last = (0..outputs / OUTPUTS)
            .flat_map(|block| (0..padded).map(move |column| (block, column)))
            .map(|(block, column)| std::array::from_fn(|i| weight(block * OUTPUTS + i, column)))
            .collect();
        BoardTower {
            table,
            bias: fill(bias, padded),
            last,
            last_bias,
            size,
        }
    }

    /// Numbers in an embedding.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn scratch(&self) -> Scratch {
        Scratch {
            hidden: vec![[0.0; BOARDS]; self.bias.len()],
        }
    }

    /// Embeds as many boards as there are `ends` (at most [`BOARDS`](Self::BOARDS)), whose rows end there in
    /// `rows`, and hands each number on: board, index, value.
    pub(crate) fn embed(
        &self,
        rows: &[u16],
        ends: &[usize],
        scratch: &mut Scratch,
        mut take: impl FnMut(usize, usize, f32),
    ) {
        let mut start = 0;
        for (board, &end) in ends.iter().enumerate() {
            self.first_layer(&rows[start..end], &mut scratch.hidden, board);
            start = end;
        }
        let padded = self.bias.len();
        for (block, weights) in self.last.chunks_exact(padded).enumerate() {
            let mut sums = [self.last_bias[block]; BOARDS];
            for (weights, hidden) in weights.iter().zip(&scratch.hidden) {
                for (sums, &hidden) in sums.iter_mut().zip(hidden) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += hidden * weight;
                    }
                }
            }
            let first = block * OUTPUTS;
            for (board, sums) in sums.iter().take(ends.len()).enumerate() {
                for (i, &sum) in sums.iter().take(self.size - first).enumerate() {
                    take(board, first + i, sum);
                }
            }
        }
    }

    /// Boards that [`embed`](Self::embed) takes.
    pub(crate) const BOARDS: usize = BOARDS;

    fn first_layer(&self, rows: &[u16], hidden: &mut [[f32; BOARDS]], board: usize) {
        let blocks = self.bias.len() / COLUMNS;
        for (block, (hidden, bias)) in hidden
            .chunks_exact_mut(COLUMNS)
            .zip(self.bias.chunks_exact(COLUMNS))
            .enumerate()
        {
            let at = |row: u16| usize::from(row) * blocks + block;
            match &self.table {
                Table::Int8(table, scale) => {
                    let mut sums = [0_i16; COLUMNS];
                    for &row in rows {
                        for (sum, &value) in sums.iter_mut().zip(&table[at(row)]) {
                            *sum = sum.wrapping_add(i16::from(value));
                        }
                    }
                    let scale = &scale[block * COLUMNS..][..COLUMNS];
                    for i in 0..COLUMNS {
                        hidden[i][board] = (f32::from(sums[i]) * scale[i] + bias[i]).max(0.0);
                    }
                }
                Table::Float(table) => {
                    let mut sums = [0.0_f32; COLUMNS];
                    for &row in rows {
                        for (sum, value) in sums.iter_mut().zip(&table[at(row)]) {
                            *sum += value;
                        }
                    }
                    for i in 0..COLUMNS {
                        hidden[i][board] = (sums[i] + bias[i]).max(0.0);
                    }
                }
            }
        }
    }
}

/// `[row][column]` in blocks of columns, each row filled up.
fn blocks<T: Copy + Default>(values: &[T], columns: usize) -> Vec<[T; COLUMNS]> {
    let mut blocks = Vec::with_capacity(ROWS * columns.div_ceil(COLUMNS));
    for row in values.chunks_exact(columns) {
        for part in row.chunks(COLUMNS) {
            let mut block = [T::default(); COLUMNS];
            block[..part.len()].copy_from_slice(part);
            blocks.push(block);
        }
    }
    blocks
}
