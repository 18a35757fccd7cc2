//! The tower that runs once a decision: convolutions over the board's squares, and dense layers.
//!
//! Its graph is small and of a few operators ([`ModelFile`] has checked their shapes), so that loops of our own compute it
//! in about the time that a library for any network takes, which would make the network's module forty times as large.
//! Sums are added up in one order everywhere: an embedding does not depend on the build.

use std::{collections::HashMap, mem};

use crate::{
    NetworkError,
    model_file::{ModelFile, Node, Weight},
};

/// Outputs that are computed at a time.
const OUTPUTS: usize = 8;
/// Squares of a row, of which half are computed at a time: with [`OUTPUTS`], eight registers of SIMD on the smallest machines.
const SIDE: usize = 8;
const HALF: usize = SIDE / 2;
const SQUARES: usize = SIDE * SIDE;

/// The tower, ready to run.
#[derive(Clone, Debug)]
pub(crate) struct ObservationTower {
    steps: Vec<Step>,
    /// How many values there are: the planes, then what each step makes.
    values: usize,
    observation: usize,
    local: usize,
}

/// A node of the graph, which makes a value of others.
#[derive(Clone, Debug)]
struct Step {
    op: Op,
    /// The first input.
    from: Source,
    to: usize,
}

/// Where numbers are.
#[derive(Clone, Debug)]
enum Source {
    /// A value that is needed later too.
    Kept(usize),
    /// A value that nobody needs any more, whose room can be used.
    Last(usize),
    Weight(Vec<f32>),
}

#[derive(Clone, Debug)]
enum Op {
    Multiply(f32),
    Relu,
    Add(Source),
    /// Of one value: as a row of numbers it is what it was.
    Flatten,
    /// The row of a table that the opponent has.
    Opponent {
        columns: usize,
    },
    Dense(Dense),
    Convolution(Convolution),
}

/// `weights · x + bias`.
#[derive(Clone, Debug)]
struct Dense {
    /// Blocks of [`OUTPUTS`], in each of them column by column.
    weights: Vec<[f32; OUTPUTS]>,
    bias: Vec<f32>,
}

/// A convolution whose result is as large as what it is made of.
#[derive(Clone, Debug)]
struct Convolution {
    /// The kernel's side, which is odd.
    kernel: usize,
    channels: usize,
    /// Blocks of [`OUTPUTS`], in each of them by channel, row and column of the kernel.
    weights: Vec<[f32; OUTPUTS]>,
    bias: Vec<f32>,
}

impl ObservationTower {
    pub(crate) fn new(file: &ModelFile<'_>) -> Result<ObservationTower, NetworkError> {
        let weights: HashMap<&str, &Weight> = file.weights.iter().map(|(n, w)| (*n, w)).collect();
        let mut values = HashMap::from([("planes", 0)]);
        let mut steps = Vec::new();
        for node in &file.nodes {
            let to = values.len();
            steps.push(step(node, &weights, &values, to)?);
            values.insert(node.output, to);
        }
        let value = |name: &str| {
            let found = values.get(name).copied();
            found.ok_or_else(|| NetworkError::Shape(format!("{name} is a weight")))
        };
        let (observation, local) = (value("observation")?, value("local")?);
        let mut needed = vec![false; values.len()];
        (needed[observation], needed[local]) = (true, true);
        for step in steps.iter_mut().rev() {
            // Of two equal inputs the first is looked at last.
            if let Op::Add(other) = &mut step.op {
                other.need(&mut needed);
            }
            step.from.need(&mut needed);
        }
        Ok(ObservationTower {
            steps,
            values: values.len(),
            observation,
            local,
        })
    }

    /// The embedding of planes (0 to 255) and the opponent of that index, and the values of the rows of pieces.
    pub(crate) fn embed(&self, planes: &[u8], opponent: usize) -> [Vec<f32>; 2] {
        let mut values = vec![Vec::new(); self.values];
        values[0] = planes.iter().map(|&v| f32::from(v)).collect();
        for Step { op, from, to } in &self.steps {
            values[*to] = match op {
                Op::Multiply(by) => changed(from, &mut values, |v| v * by),
                // What is not a number counts as nothing.
                Op::Relu => changed(from, &mut values, |v| v.max(0.0)),
                Op::Flatten => from.take(&mut values),
                Op::Add(other) => {
                    let mut sum = from.take(&mut values);
                    for (sum, other) in sum.iter_mut().zip(other.see(&values)) {
                        *sum += other;
                    }
                    sum
                }
                Op::Opponent { columns } => {
                    from.see(&values)[opponent * columns..][..*columns].to_vec()
                }
                Op::Dense(dense) => dense.of(from.see(&values)),
                Op::Convolution(convolution) => convolution.of(from.see(&values)),
            };
            from.leave(&mut values);
            if let Op::Add(other) = op {
                other.leave(&mut values);
            }
        }
        let observation = values[self.observation].clone();
        [observation, mem::take(&mut values[self.local])]
    }
}

fn changed(from: &Source, values: &mut [Vec<f32>], change: impl Fn(f32) -> f32) -> Vec<f32> {
    let mut numbers = from.take(values);
    for number in &mut numbers {
        *number = change(*number);
    }
    numbers
}

impl Source {
    fn see<'s>(&'s self, values: &'s [Vec<f32>]) -> &'s [f32] {
        match self {
            Source::Kept(value) | Source::Last(value) => &values[*value],
            Source::Weight(weight) => weight,
        }
    }

    /// A copy, or the numbers themselves where nobody needs them any more.
    fn take(&self, values: &mut [Vec<f32>]) -> Vec<f32> {
        match self {
            Source::Last(value) => mem::take(&mut values[*value]),
            _ => self.see(values).to_vec(),
        }
    }

    fn leave(&self, values: &mut [Vec<f32>]) {
        if let Source::Last(value) = self {
            values[*value] = Vec::new();
        }
    }

    /// Told from the last step to the first which values are needed.
    fn need(&mut self, needed: &mut [bool]) {
        if let Source::Kept(value) = *self
            && !mem::replace(&mut needed[value], true)
        {
            *self = Source::Last(value);
        }
    }
}

fn step(
    node: &Node<'_>,
    weights: &HashMap<&str, &Weight>,
    values: &HashMap<&str, usize>,
    to: usize,
) -> Result<Step, NetworkError> {
    let unexpected = || {
        NetworkError::Shape(format!(
            "{}, a {} that is not made by weights",
            node.output, node.op
        ))
    };
    let weight = |i: usize| {
        let found: Option<&Weight> = weights.get(node.inputs[i]).copied();
        found.ok_or_else(unexpected)
    };
    let source = |i: usize| -> Result<Source, NetworkError> {
        Ok(match values.get(node.inputs[i]) {
            Some(&value) => Source::Kept(value),
            None => Source::Weight(weight(i)?.values.clone()),
        })
    };
    let op = match node.op {
        "Relu" => Op::Relu,
        "Mul" => Op::Multiply(weight(1)?.values[0]),
        "Add" => Op::Add(source(1)?),
        "Flatten" => Op::Flatten,
        "Gather" => Op::Opponent {
            columns: weight(0)?.dims[1],
        },
        "Gemm" => Op::Dense(Dense {
            weights: blocks(weight(1)?),
            bias: weight(2)?.values.clone(),
        }),
        "Conv" => {
            let weights = weight(1)?;
            Op::Convolution(Convolution {
                kernel: weights.dims[2],
                channels: weights.dims[1],
                weights: blocks(weights),
                bias: weight(2)?.values.clone(),
            })
        }
        _ => return Err(unexpected()),
    };
    let from = source(0)?;
    Ok(Step { op, from, to })
}

/// The sums with a product more each. By value and with known bounds, so that they stay in registers.
#[inline(always)]
fn added(
    mut sums: [[f32; OUTPUTS]; HALF],
    x: [f32; HALF],
    weights: &[f32; OUTPUTS],
) -> [[f32; OUTPUTS]; HALF] {
    for i in 0..HALF {
        for j in 0..OUTPUTS {
            sums[i][j] += x[i] * weights[j];
        }
    }
    sums
}

/// `[output][…]` in blocks of outputs, the last filled up with 0.
fn blocks(weight: &Weight) -> Vec<[f32; OUTPUTS]> {
    let outputs = weight.dims[0];
    let each = weight.values.len() / outputs;
    let value = |output: usize, i: usize| {
        if output < outputs {
            weight.values[output * each + i]
        } else {
            0.0
        }
    };
    (0..outputs.div_ceil(OUTPUTS))
        .flat_map(|block| (0..each).map(move |i| (block * OUTPUTS, i)))
        .map(|(first, i)| std::array::from_fn(|output| value(first + output, i)))
        .collect()
}

impl Dense {
    fn of(&self, x: &[f32]) -> Vec<f32> {
        let mut outputs = Vec::with_capacity(self.bias.len());
        let blocks = self.weights.chunks_exact(x.len());
        for (weights, bias) in blocks.zip(self.bias.chunks(OUTPUTS)) {
            let mut sums = [0.0; OUTPUTS];
            sums[..bias.len()].copy_from_slice(bias);
            for (weights, x) in weights.iter().zip(x) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += x * weight;
                }
            }
            outputs.extend_from_slice(&sums[..bias.len()]);
        }
        outputs
    }
}

impl Convolution {
    /// `[channel][row][column]`, of the same.
    fn of(&self, x: &[f32]) -> Vec<f32> {
        let kernel = self.kernel;
        // With an edge of 0 on which the kernel may stand.
        let (edge, side) = (kernel / 2, SIDE + kernel - 1);
        let mut framed = vec![0.0; self.channels * side * side];
        for (channel, x) in x.chunks_exact(SQUARES).enumerate() {
            for (row, x) in x.chunks_exact(SIDE).enumerate() {
                let at = (channel * side + row + edge) * side + edge;
                framed[at..][..SIDE].copy_from_slice(x);
            }
        }
        let mut outputs = vec![0.0; self.bias.len() * SQUARES];
        let blocks = self
            .weights
            .chunks_exact(self.channels * kernel * kernel)
            .zip(self.bias.chunks(OUTPUTS))
            .zip(outputs.chunks_mut(OUTPUTS * SQUARES));
        for ((weights, bias), outputs) in blocks {
            for first in (0..SQUARES).step_by(HALF) {
                let (row, column) = (first / SIDE, first % SIDE);
                let mut sums = [[0.0; OUTPUTS]; HALF];
                for sums in &mut sums {
                    sums[..bias.len()].copy_from_slice(bias);
                }
                let mut lines = weights.chunks_exact(kernel);
                for channel in 0..self.channels {
                    for line in 0..kernel {
                        let at = (channel * side + row + line) * side + column;
                        let x = &framed[at..][..HALF + kernel - 1];
                        let weights = lines.next().unwrap_or_default();
                        for (weights, x) in weights.iter().zip(x.windows(HALF)) {
                            sums = added(sums, [x[0], x[1], x[2], x[3]], weights);
                        }
                    }
                }
                for (i, sums) in sums.iter().enumerate() {
                    let places = outputs.iter_mut().skip(first + i).step_by(SQUARES);
                    for (place, sum) in places.zip(sums) {
                        *place = *sum;
                    }
                }
            }
        }
        outputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(seed: usize, count: usize) -> Vec<f32> {
        (0..count)
            .map(|i| ((seed + i * 7919) % 211) as f32 / 100.0 - 1.0)
            .collect()
    }

    #[test]
    fn a_convolution_adds_up_what_the_kernel_covers() {
        for (kernel, channels, outputs) in [(1, 3, 5), (3, 2, 8), (5, 1, 11), (7, 2, 1)] {
            let weights = numbers(3, outputs * channels * kernel * kernel);
            let (x, bias) = (numbers(5, channels * 64), numbers(11, outputs));
            let convolution = Convolution {
                kernel,
                channels,
                weights: blocks(&Weight {
                    dims: vec![outputs, channels, kernel, kernel],
                    values: weights.clone(),
                }),
                bias: bias.clone(),
            };
            let found = convolution.of(&x);
            assert_eq!(found.len(), outputs * 64);
            for (place, found) in found.into_iter().enumerate() {
                let (output, row, column) = (place / 64, place / 8 % 8, place % 8);
                let mut expected = f64::from(bias[output]);
                for (i, weight) in weights.iter().enumerate() {
                    let (to, channel) = (
                        i / (channels * kernel * kernel),
                        i / (kernel * kernel) % channels,
                    );
                    let y = (row + i / kernel % kernel).wrapping_sub(kernel / 2);
                    let z = (column + i % kernel).wrapping_sub(kernel / 2);
                    if to == output && y < 8 && z < 8 {
                        expected += f64::from(*weight) * f64::from(x[channel * 64 + y * 8 + z]);
                    }
                }
                assert!((f64::from(found) - expected).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn a_dense_layer_multiplies_by_each_row() {
        let (weights, x, bias) = (numbers(3, 9 * 5), numbers(5, 5), numbers(11, 9));
        let dense = Dense {
            weights: blocks(&Weight {
                dims: vec![9, 5],
                values: weights.clone(),
            }),
            bias: bias.clone(),
        };
        let expected: Vec<f32> = weights
            .chunks(5)
            .zip(bias)
            .map(|(row, bias)| bias + row.iter().zip(&x).map(|(a, b)| a * b).sum::<f32>())
            .collect();
        for (found, expected) in dense.of(&x).iter().zip(expected) {
            assert!((found - expected).abs() < 1e-4);
        }
    }
}
