//! The tower that runs once a decision, in tract.

use std::sync::Arc;

use tract_onnx::{
    Onnx, onnx,
    pb::{
        AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto,
        TensorShapeProto, TypeProto, ValueInfoProto, tensor_shape_proto, type_proto,
    },
    prelude::{
        Framework, InferenceModelExt, IntoRunnable, Tensor, TractResult, TypedRunnableModel, tvec,
    },
};

use crate::{
    PLANES,
    model_file::{Attribute, ModelFile, Node, Weight},
};

/// ONNX's names of types.
const FLOAT: i32 = 1;
const LONG: i32 = 7;

/// The tower, ready to run.
#[derive(Clone)]
pub(crate) struct ObservationTower {
    plan: Arc<TypedRunnableModel>,
}

impl ObservationTower {
    /// tract is given a graph of this tower alone, made anew from what was checked, with float weights.
    pub(crate) fn new(file: &ModelFile<'_>) -> TractResult<ObservationTower> {
        let graph = GraphProto {
            node: file.nodes.iter().map(node).collect(),
            initializer: file.weights.iter().map(|(n, w)| tensor(n, w)).collect(),
            input: vec![
                input("planes", FLOAT, &[1, PLANES as i64, 8, 8]),
                input("opponent", LONG, &[1]),
            ],
            output: vec![input("observation", FLOAT, &[]), input("local", FLOAT, &[])],
            ..GraphProto::default()
        };
        let model = ModelProto {
            ir_version: 9,
            opset_import: vec![OperatorSetIdProto {
                domain: String::new(),
                version: 17,
            }],
            graph: Some(graph),
            ..ModelProto::default()
        };
        let reader: Onnx = onnx().with_ignore_output_shapes(true);
        let plan = reader
            .model_for_proto_model(&model)?
            .into_optimized()?
            .into_runnable()?;
        Ok(ObservationTower { plan })
    }

    /// The embedding of planes (0 to 255) and the opponent of that index, and the values of the rows of pieces.
    pub(crate) fn embed(&self, planes: &[u8], opponent: usize) -> TractResult<[Vec<f32>; 2]> {
        let planes: Vec<f32> = planes.iter().map(|&v| f32::from(v)).collect();
        let planes = Tensor::from_shape(&[1, PLANES, 8, 8], &planes)?;
        let opponent = Tensor::from_shape(&[1], &[opponent as i64])?;
        let outputs = self.plan.run(tvec![planes.into(), opponent.into()]);
        leave_wide_registers();
        let outputs = outputs?;
        let numbers = |i: usize| -> TractResult<Vec<f32>> {
            Ok(outputs[i]
                .to_plain_array_view::<f32>()?
                .iter()
                .copied()
                .collect())
        };
        Ok([numbers(0)?, numbers(1)?])
    }
}

/// tract's kernels for AVX leave the upper halves of registers in use, after which the rest of this thread's code, which
/// is for SSE, takes two and a half times as long on some processors: each of its instructions keeps what it does not use.
#[cfg(target_arch = "x86_64")]
fn leave_wide_registers() {
    if std::arch::is_x86_feature_detected!("avx") {
        // SAFETY: the processor has AVX, and nobody's numbers are in the upper halves between two calls.
        #[allow(unsafe_code)]
        unsafe {
            std::arch::x86_64::_mm256_zeroupper();
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn leave_wide_registers() {}

fn node(node: &Node<'_>) -> NodeProto {
    NodeProto {
        input: node.inputs.iter().map(|&name| name.to_owned()).collect(),
        output: vec![node.output.to_owned()],
        name: node.output.to_owned(),
        op_type: node.op.to_owned(),
        attribute: node.attributes.iter().map(attribute).collect(),
        ..NodeProto::default()
    }
}

fn attribute(attribute: &Attribute<'_>) -> AttributeProto {
    // INT and INTS.
    let (kind, i, ints) = match attribute.values[..] {
        [value] if !attribute.list => (2, value, Vec::new()),
        _ => (7, 0, attribute.values.clone()),
    };
    AttributeProto {
        name: attribute.name.to_owned(),
        r#type: kind,
        i,
        ints,
        ..AttributeProto::default()
    }
}

fn tensor(name: &str, weight: &Weight) -> TensorProto {
    TensorProto {
        name: name.to_owned(),
        dims: weight.dims.iter().map(|&side| side as i64).collect(),
        data_type: FLOAT,
        raw_data: weight.values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        ..TensorProto::default()
    }
}

fn input(name: &str, elem_type: i32, dims: &[i64]) -> ValueInfoProto {
    let dim = dims
        .iter()
        .map(|&side| tensor_shape_proto::Dimension {
            value: Some(tensor_shape_proto::dimension::Value::DimValue(side)),
            ..Default::default()
        })
        .collect();
    let shape = (!dims.is_empty()).then_some(TensorShapeProto { dim });
    let tensor = type_proto::Tensor { elem_type, shape };
    ValueInfoProto {
        name: name.to_owned(),
        r#type: Some(TypeProto {
            value: Some(type_proto::Value::TensorType(tensor)),
            ..TypeProto::default()
        }),
        ..ValueInfoProto::default()
    }
}
