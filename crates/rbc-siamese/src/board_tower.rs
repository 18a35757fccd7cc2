//! The tower that runs for every board: a sum of rows of a table, and one dense layer.

use crate::{
    ROWS,
    model_file::{BoardWeights, TableWeights},
};

/// Columns of the table that are summed at a time.
const COLUMNS: usize = 64;
/// Outputs of the dense layer that are computed at a time: eight registers of SIMD on the smallest machines.
const OUTPUTS: usize = 32;

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

/// Room for what is computed of a board.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    /// Room for the hidden units that are not 0, some half of them, and their values.
    active: Vec<(u32, f32)>,
    embedding: Vec<[f32; OUTPUTS]>,
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
            active: vec![(0, 0.0); self.bias.len()],
            embedding: vec![[0.0; OUTPUTS]; self.last_bias.len()],
        }
    }

    /// The embedding of the board with these rows.
    pub(crate) fn embed<'s>(&self, rows: &[u16], scratch: &'s mut Scratch) -> &'s [f32] {
        let Scratch { active, embedding } = scratch;
        let mut count = 0;
        match &self.table {
            Table::Int8(table, scale) => {
                for block in 0..self.blocks() {
                    let mut sums = [0_i16; COLUMNS];
                    for &row in rows {
                        let row = &table[usize::from(row) * self.blocks() + block];
                        for i in 0..COLUMNS {
                            sums[i] = sums[i].wrapping_add(i16::from(row[i]));
                        }
                    }
                    let scale = &scale[block * COLUMNS..][..COLUMNS];
                    let values = std::array::from_fn(|i| f32::from(sums[i]) * scale[i]);
                    count = self.activate(block, values, active, count);
                }
            }
            Table::Float(table) => {
                for block in 0..self.blocks() {
                    let mut sums = [0.0_f32; COLUMNS];
                    for &row in rows {
                        let row = &table[usize::from(row) * self.blocks() + block];
                        for i in 0..COLUMNS {
                            sums[i] += row[i];
                        }
                    }
                    count = self.activate(block, sums, active, count);
                }
            }
        }
        let weights = self.last.chunks_exact(self.bias.len());
        for ((weights, bias), output) in weights.zip(&self.last_bias).zip(embedding.iter_mut()) {
            let mut sums = *bias;
            for &(unit, value) in &active[..count] {
                let weights = &weights[unit as usize];
                for i in 0..OUTPUTS {
                    sums[i] += value * weights[i];
                }
            }
            *output = sums;
        }
        &embedding.as_flattened()[..self.size]
    }

    /// Blocks in a row of the table.
    fn blocks(&self) -> usize {
        self.bias.len() / COLUMNS
    }

    /// Adds the bias and writes what is positive behind the `count` active units that there are; how many there are
    /// then. Without a branch for each: which ones are active is anybody's guess.
    fn activate(
        &self,
        block: usize,
        sums: [f32; COLUMNS],
        active: &mut [(u32, f32)],
        mut count: usize,
    ) -> usize {
        let first = block * COLUMNS;
        let bias = &self.bias[first..][..COLUMNS];
        let values: [f32; COLUMNS] = std::array::from_fn(|i| sums[i] + bias[i]);
        for (i, &value) in values.iter().enumerate() {
            active[count] = ((first + i) as u32, value);
            count += usize::from(value > 0.0);
        }
        count
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
