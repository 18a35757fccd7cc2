//! What stands in a model file: nodes, weights and metadata, checked before anything computes with them.
//!
//! `docs/siamese.md` has the format. A model file is read by rules of our own, narrower than ONNX's, so that tract
//! is given nothing but graphs that it computes: what it makes of any other file is not our business to find out.

use std::collections::HashMap;

use crate::{
    FEATURES_VERSION, MAX_BYTES, NetworkError, PLANES, ROWS,
    board_features::PIECE_ROWS,
    wire::{Fields, Malformed, Value},
};

/// The value of the metadata's `outpost-siamese` that is understood.
const FORMAT: &str = "1";
const MAX_NODES: usize = 256;
const MAX_TENSORS: usize = 512;
/// Longest side of a weight.
const MAX_SIDE: usize = 1 << 16;
/// Most hidden units and outputs of the board tower.
const MAX_WIDTH: usize = 1 << 10;

/// A node of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    pub(crate) op: &'a str,
    pub(crate) inputs: Vec<&'a str>,
    pub(crate) output: &'a str,
    pub(crate) attributes: Vec<Attribute<'a>>,
}

/// An attribute of a node: one integer, or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Attribute<'a> {
    pub(crate) name: &'a str,
    pub(crate) list: bool,
    pub(crate) values: Vec<i64>,
}

/// Numbers that the file holds.
#[derive(Clone, Copy, Debug)]
enum Numbers<'a> {
    Floats(&'a [[u8; 4]]),
    Bytes(&'a [u8]),
    Longs(&'a [[u8; 8]]),
}

#[derive(Clone, Debug)]
struct Stored<'a> {
    dims: Vec<usize>,
    numbers: Numbers<'a>,
}

/// A weight, float whatever it was in the file.
#[derive(Clone, Debug)]
pub(crate) struct Weight {
    pub(crate) dims: Vec<usize>,
    pub(crate) values: Vec<f32>,
}

/// The board tower's table.
#[derive(Clone, Debug)]
pub(crate) enum TableWeights<'a> {
    /// `[row][column]`, and what each column is multiplied by.
    Int8(&'a [u8], Vec<f32>),
    /// `[row][column]`.
    Float(Vec<f32>),
}

/// The board tower: `last · relu(Σ table[row] + bias) + last_bias`.
#[derive(Clone, Debug)]
pub(crate) struct BoardWeights<'a> {
    pub(crate) table: TableWeights<'a>,
    /// As many as the table has columns.
    pub(crate) bias: Vec<f32>,
    /// `[output][column]`.
    pub(crate) last: Vec<f32>,
    /// As many as there are outputs.
    pub(crate) last_bias: Vec<f32>,
}

/// A file's contents, in the form that this engine computes.
#[derive(Clone, Debug)]
pub(crate) struct ModelFile<'a> {
    /// Names, index 0 for nobody known.
    pub(crate) opponents: Vec<String>,
    /// The observation tower's nodes, in order, without `DequantizeLinear`.
    pub(crate) nodes: Vec<Node<'a>>,
    /// Its weights.
    pub(crate) weights: Vec<(&'a str, Weight)>,
    pub(crate) board: BoardWeights<'a>,
}

impl From<Malformed> for NetworkError {
    fn from(malformed: Malformed) -> NetworkError {
        match malformed {
            Malformed::Short => NetworkError::Truncated,
            Malformed::Nonsense => NetworkError::NotOnnx,
        }
    }
}

/// Of a message in the file: that it ends too early says that the file is no ONNX, as the message's length was right.
fn inner<T>(result: Result<T, Malformed>) -> Result<T, NetworkError> {
    result.map_err(|_| NetworkError::NotOnnx)
}

fn shape(what: impl Into<String>) -> NetworkError {
    NetworkError::Shape(what.into())
}

impl<'a> ModelFile<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<ModelFile<'a>, NetworkError> {
        if bytes.len() > MAX_BYTES {
            return Err(NetworkError::TooLarge { bytes: bytes.len() });
        }
        // Every ONNX file that we know of begins with its version: a page of an error is none.
        if bytes.first() != Some(&0x08) {
            return Err(NetworkError::NotOnnx);
        }
        let mut graph = None;
        let mut metadata = HashMap::new();
        for field in Fields::of(bytes) {
            match field? {
                (7, value) => graph = Some(value.bytes()?),
                (14, value) if metadata.len() < 64 => {
                    let (mut key, mut text) = ("", "");
                    for field in Fields::of(value.bytes()?) {
                        match inner(field)? {
                            (1, value) => key = inner(value.text())?,
                            (2, value) => text = inner(value.text())?,
                            _ => {}
                        }
                    }
                    metadata.insert(key, text);
                }
                _ => {}
            }
        }
        match metadata.get("outpost-siamese") {
            Some(&FORMAT) => {}
            Some(found) => return Err(NetworkError::Format((*found).to_owned())),
            None => return Err(NetworkError::NotOutpost),
        }
        let features = metadata.get("features").copied().unwrap_or_default();
        if features != FEATURES_VERSION.to_string() {
            return Err(NetworkError::Features(features.to_owned()));
        }
        let opponents = metadata.get("opponents").copied().unwrap_or_default();
        let opponents: Vec<String> = serde_json::from_str(opponents)
            .map_err(|_| shape("the list of opponents is no list of names"))?;
        Graph::parse(graph.ok_or(NetworkError::NotOutpost)?)?.understood(opponents)
    }
}

struct Graph<'a> {
    nodes: Vec<Node<'a>>,
    stored: HashMap<&'a str, Stored<'a>>,
}

impl<'a> Graph<'a> {
    fn parse(message: &'a [u8]) -> Result<Graph<'a>, NetworkError> {
        let mut nodes = Vec::new();
        let mut stored = HashMap::new();
        for field in Fields::of(message) {
            match inner(field)? {
                (1, value) if nodes.len() < MAX_NODES => nodes.push(node(inner(value.bytes())?)?),
                (1, _) => return Err(shape("too many nodes")),
                (5, value) if stored.len() < MAX_TENSORS => {
                    let (name, tensor) = tensor(inner(value.bytes())?)?;
                    if stored.insert(name, tensor).is_some() {
                        return Err(shape(format!("two weights named {name}")));
                    }
                }
                (5, _) => return Err(shape("too many weights")),
                _ => {}
            }
        }
        Ok(Graph { nodes, stored })
    }

    /// The two towers.
    fn understood(self, opponents: Vec<String>) -> Result<ModelFile<'a>, NetworkError> {
        let board = self.board_tower()?;
        let mut needed = vec!["observation", "local"];
        let mut tower = Vec::new();
        for node in self.nodes.iter().rev() {
            if needed.contains(&node.output) {
                tower.push(node);
                // Quantized weights are looked up by the node that makes them float.
                if node.op != "DequantizeLinear" {
                    needed.extend(&node.inputs);
                }
            }
        }
        tower.reverse();
        if !needed.contains(&"planes") || !needed.contains(&"opponent") {
            return Err(shape("the observation's tower does not see its inputs"));
        }
        let mut shapes: HashMap<&str, Vec<usize>> = HashMap::new();
        shapes.insert("planes", vec![1, PLANES, 8, 8]);
        shapes.insert("opponent", vec![1]);
        let mut weights: Vec<(&str, Weight)> = Vec::new();
        for (name, tensor) in &self.stored {
            if needed.contains(name) && matches!(tensor.numbers, Numbers::Floats(_)) {
                let weight = tensor.float(name)?;
                if shapes.insert(name, weight.dims.clone()).is_some() {
                    return Err(shape(format!("a weight named {name}")));
                }
                weights.push((name, weight));
            }
        }
        let mut nodes = Vec::new();
        for node in tower {
            let dims = if node.op == "DequantizeLinear" {
                let weight = self.dequantized(node)?;
                let dims = weight.dims.clone();
                weights.push((node.output, weight));
                dims
            } else {
                nodes.push(node.clone());
                dims_of(node, &shapes, opponents.len())?
            };
            if shapes.insert(node.output, dims).is_some() {
                return Err(shape(format!("{} is made twice", node.output)));
            }
        }
        // In the order of the file, so to speak: the same file always gives the same network.
        weights.sort_by_key(|(name, _)| *name);
        let size = board.last_bias.len();
        if shapes.get("observation") != Some(&vec![1, size]) {
            return Err(shape("the two towers have embeddings of different sizes"));
        }
        if shapes.get("local") != Some(&vec![1, PIECE_ROWS]) {
            return Err(shape(format!(
                "{PIECE_ROWS} rows have no value of their own each"
            )));
        }
        Ok(ModelFile {
            opponents,
            nodes,
            weights,
            board,
        })
    }

    /// `board` ← Gemm ← Relu ← Add(`sum`, bias), `sum` ← ReduceSum ← Gather(table, `rows`).
    fn board_tower(&self) -> Result<BoardWeights<'a>, NetworkError> {
        let gemm = self.made_by("board", "Gemm", 3)?;
        if gemm.attributes != [one("transB", 1)] {
            return Err(shape("board is no plain product"));
        }
        let relu = self.made_by(gemm.inputs[0], "Relu", 1)?;
        let add = self.made_by(relu.inputs[0], "Add", 2)?;
        if add.inputs[0] != "sum" || !relu.attributes.is_empty() || !add.attributes.is_empty() {
            return Err(shape("the board tower adds no bias to its sum"));
        }
        let sum = self.made_by("sum", "ReduceSum", 2)?;
        let axes = self.stored.get(sum.inputs[1]);
        let over_slots = axes.is_some_and(|axes| match axes.numbers {
            Numbers::Longs(axes) => axes == [1_i64.to_le_bytes()],
            _ => false,
        });
        if !over_slots || sum.attributes != [one("keepdims", 0)] {
            return Err(shape("the sum is not one over slots"));
        }
        let gather = self.made_by(sum.inputs[0], "Gather", 2)?;
        if gather.inputs[1] != "rows" || gather.attributes != [one("axis", 0)] {
            return Err(shape("the sum is not one of rows"));
        }
        let (table, columns) = self.table(gather.inputs[0])?;
        let bias = self.weight(add.inputs[1])?;
        let last = self.weight(gemm.inputs[1])?;
        let last_bias = self.weight(gemm.inputs[2])?;
        let size = last_bias.values.len();
        if columns == 0 || size == 0 || columns > MAX_WIDTH || size > MAX_WIDTH {
            return Err(shape(format!("a board tower of {columns} by {size}")));
        }
        if bias.dims != [columns] || last.dims != [size, columns] || last_bias.dims != [size] {
            return Err(shape("the board tower's layers do not fit each other"));
        }
        Ok(BoardWeights {
            table,
            bias: bias.values,
            last: last.values,
            last_bias: last_bias.values,
        })
    }

    fn made_by(&self, output: &str, op: &str, inputs: usize) -> Result<&Node<'a>, NetworkError> {
        let mut makers = self.nodes.iter().filter(|node| node.output == output);
        match (makers.next(), makers.next()) {
            (Some(node), None) if node.op == op && node.inputs.len() == inputs => Ok(node),
            _ => Err(shape(format!("{output} is not made by one {op}"))),
        }
    }

    /// The table and its number of columns.
    fn table(&self, name: &'a str) -> Result<(TableWeights<'a>, usize), NetworkError> {
        let fits = |dims: &[usize]| match *dims {
            [ROWS, columns] => Ok(columns),
            _ => Err(shape(format!(
                "a table of {dims:?}, where there are {ROWS} rows"
            ))),
        };
        if let Some(tensor) = self.stored.get(name) {
            let weight = tensor.float(name)?;
            let columns = fits(&weight.dims)?;
            // Row 0 fills boards up that have fewer rows, which we do not do.
            if weight.values[..columns].iter().any(|&v| v != 0.0) {
                return Err(shape("the table's row for nothing is not 0"));
            }
            return Ok((TableWeights::Float(weight.values), columns));
        }
        let node = self.made_by(name, "DequantizeLinear", 3)?;
        let (dims, bytes, scale, axis) = self.quantized(node)?;
        let columns = fits(dims)?;
        if axis != 1 || bytes[..columns].iter().any(|&v| v != 0) {
            return Err(shape(
                "the table's row for nothing is not 0, or columns have no scale",
            ));
        }
        Ok((TableWeights::Int8(bytes, scale), columns))
    }

    /// A weight that is stored as it is, or quantized.
    fn weight(&self, name: &'a str) -> Result<Weight, NetworkError> {
        match self.stored.get(name) {
            Some(tensor) => tensor.float(name),
            None => self.dequantized(self.made_by(name, "DequantizeLinear", 3)?),
        }
    }

    /// Shape, int8 numbers, scales and the axis along which there is one for each index.
    #[allow(clippy::type_complexity)]
    fn quantized(
        &self,
        node: &Node<'a>,
    ) -> Result<(&[usize], &'a [u8], Vec<f32>, usize), NetworkError> {
        let unexpected = || {
            shape(format!(
                "{} is not quantized with a scale for each output",
                node.output
            ))
        };
        let [small, scale, zero] = node.inputs[..] else {
            return Err(unexpected());
        };
        let [axis] = &node.attributes[..] else {
            return Err(unexpected());
        };
        let stored = |name| self.stored.get(name).ok_or_else(unexpected);
        let (small, scale, zero) = (stored(small)?, stored(scale)?.float(scale)?, stored(zero)?);
        let (Numbers::Bytes(bytes), Numbers::Bytes(zeros)) = (small.numbers, zero.numbers) else {
            return Err(unexpected());
        };
        let along = match (axis.name, axis.list, &axis.values[..]) {
            ("axis", false, &[axis @ 0..8]) => axis as usize,
            _ => return Err(unexpected()),
        };
        let n = scale.values.len();
        let fits =
            small.dims.get(along) == Some(&n) && scale.dims == [n] && zero.dims == scale.dims;
        if !fits || zeros.iter().any(|&zero| zero != 0) {
            return Err(unexpected());
        }
        Ok((&small.dims, bytes, scale.values, along))
    }

    fn dequantized(&self, node: &Node<'a>) -> Result<Weight, NetworkError> {
        let (dims, bytes, scale, axis) = self.quantized(node)?;
        // Numbers that share an index along the axis come in runs of this length.
        let run = dims[axis + 1..].iter().product::<usize>().max(1);
        let values = bytes
            .iter()
            .enumerate()
            .map(|(i, &v)| f32::from(v as i8) * scale[i / run % scale.len()])
            .collect();
        Ok(Weight {
            dims: dims.to_vec(),
            values,
        })
    }
}

impl Stored<'_> {
    fn float(&self, name: &str) -> Result<Weight, NetworkError> {
        let Numbers::Floats(floats) = self.numbers else {
            return Err(shape(format!("{name} is not float")));
        };
        let values: Vec<f32> = floats.iter().map(|&v| f32::from_le_bytes(v)).collect();
        // Beyond this, sums of products overflow.
        if values.iter().all(|v| v.abs() < 1e6) {
            let dims = self.dims.clone();
            Ok(Weight { dims, values })
        } else {
            Err(shape(format!("{name} has numbers beyond all measure")))
        }
    }
}

/// The attribute of one integer.
fn one(name: &str, value: i64) -> Attribute<'_> {
    Attribute {
        name,
        list: false,
        values: vec![value],
    }
}

fn node(message: &[u8]) -> Result<Node<'_>, NetworkError> {
    let mut node = Node {
        op: "",
        inputs: Vec::new(),
        output: "",
        attributes: Vec::new(),
    };
    let mut outputs = 0;
    for field in Fields::of(message) {
        match inner(field)? {
            (1, value) => node.inputs.push(inner(value.text())?),
            (2, value) => {
                node.output = inner(value.text())?;
                outputs += 1;
            }
            (4, value) => node.op = inner(value.text())?,
            (5, value) => node.attributes.push(attribute(inner(value.bytes())?)?),
            // Operators of somebody else's.
            (7, value) if !inner(value.bytes())?.is_empty() => {
                return Err(shape("a node that is not ONNX's"));
            }
            _ => {}
        }
        if node.inputs.len() > 8 || node.attributes.len() > 8 {
            return Err(shape("a node with too many inputs or attributes"));
        }
    }
    if outputs == 1 && !node.output.is_empty() {
        Ok(node)
    } else {
        Err(shape("a node that has not one output"))
    }
}

fn attribute(message: &[u8]) -> Result<Attribute<'_>, NetworkError> {
    let mut attribute = one("", 0);
    for field in Fields::of(message) {
        match inner(field)? {
            (1, value) => attribute.name = inner(value.text())?,
            (3, value) => attribute.values = vec![inner(value.integer())?],
            (8, value) => {
                if !attribute.list {
                    attribute.list = true;
                    attribute.values.clear();
                }
                inner(value.integers(&mut attribute.values, 8))?;
            }
            // What it is, which its name says, and remarks.
            (13 | 20, Value::Varint(_) | Value::Bytes(_)) => {}
            _ => return Err(shape("an attribute that is no integer")),
        }
    }
    Ok(attribute)
}

fn tensor(message: &[u8]) -> Result<(&str, Stored<'_>), NetworkError> {
    let (mut name, mut dims, mut kind) = ("", Vec::new(), 0);
    let mut raw: &[u8] = &[];
    for field in Fields::of(message) {
        match inner(field)? {
            (1, value) => inner(value.integers(&mut dims, 4))?,
            (2, value) => kind = inner(value.integer())?,
            (8, value) => name = inner(value.text())?,
            (9, value) => raw = inner(value.bytes())?,
            // Remarks.
            (12, _) => {}
            _ => return Err(shape("weights that are not stored as they are")),
        }
    }
    let dims: Vec<usize> = dims
        .iter()
        .map(|&side| usize::try_from(side).ok().filter(|&side| side <= MAX_SIDE))
        .collect::<Option<_>>()
        .ok_or_else(|| shape(format!("the size of {name}")))?;
    let count = dims
        .iter()
        .try_fold(1_usize, |count, &side| count.checked_mul(side))
        .filter(|&count| count > 0);
    let (numbers, found) = match (kind, raw.as_chunks::<4>(), raw.as_chunks::<8>()) {
        (1, (floats, []), _) => (Numbers::Floats(floats), floats.len()),
        (3, ..) => (Numbers::Bytes(raw), raw.len()),
        (7, _, (longs, [])) => (Numbers::Longs(longs), longs.len()),
        _ => return Err(shape(format!("the kind of {name}"))),
    };
    if name.is_empty() || Some(found) != count {
        return Err(shape(format!("{name} has {found} numbers for {dims:?}")));
    }
    Ok((name, Stored { dims, numbers }))
}

/// The shape of what a node of the observation tower makes.
fn dims_of<'a>(
    node: &Node<'a>,
    shapes: &HashMap<&'a str, Vec<usize>>,
    opponents: usize,
) -> Result<Vec<usize>, NetworkError> {
    let unexpected = || {
        shape(format!(
            "{}, a {} that is not expected there",
            node.output, node.op
        ))
    };
    let mut inputs: Vec<&[usize]> = Vec::new();
    for name in &node.inputs {
        // The numbers of opponents are no numbers to compute with.
        if *name == "opponent" && node.op != "Gather" {
            return Err(unexpected());
        }
        inputs.push(shapes.get(name).ok_or_else(unexpected)?);
    }
    let attributes = &node.attributes[..];
    let dims = match (node.op, &inputs[..]) {
        ("Relu", &[x]) if attributes.is_empty() => Some(x.to_vec()),
        ("Mul", &[x, []]) if attributes.is_empty() => Some(x.to_vec()),
        ("Add", &[x, y]) if x == y && attributes.is_empty() => Some(x.to_vec()),
        ("Flatten", &[x @ [1, ..]]) if attributes == [one("axis", 1)] => {
            Some(vec![1, x.iter().product()])
        }
        ("Gemm", &[&[1, from], &[to, weights], &[bias]])
            if weights == from && bias == to && attributes == [one("transB", 1)] =>
        {
            Some(vec![1, to])
        }
        ("Gather", &[&[rows, columns], &[1]])
            if node.inputs[1] == "opponent"
                && rows >= opponents.max(1)
                && attributes == [one("axis", 0)] =>
        {
            Some(vec![1, columns])
        }
        ("Conv", &[&[1, from, 8, 8], &[to, weights, k, width], &[bias]])
            if weights == from && bias == to && width == k && k % 2 == 1 && k < 8 =>
        {
            let list = |name, values: Vec<i64>| Attribute {
                name,
                list: true,
                values,
            };
            let mut expected = [
                list("kernel_shape", vec![k as i64; 2]),
                list("pads", vec![k as i64 / 2; 4]),
            ];
            if attributes.first().is_some_and(|first| first.name == "pads") {
                expected.reverse();
            }
            (attributes == expected).then(|| vec![1, to, 8, 8])
        }
        _ => None,
    };
    dims.ok_or_else(unexpected)
}
