//! The tower that runs once a decision, in tract.

use std::{collections::HashMap, sync::Arc};

use tract_core::{
    internal::{
        AxisOp, Datum, DatumExt, IntoRunnable, OutletId, SpecialOps, TVec, Tensor, ToDim,
        TractErrorContext, TractResult, TypedFact, TypedModel, TypedOp, TypedRunnableModel, bail,
        tensor0, tvec,
    },
    ops::{
        array::Gather,
        cnn::{Conv, KernelFormat, PaddingSpec, PoolSpec},
        einsum::EinSum,
        math,
        nn::DataFormat,
    },
};

use crate::{
    PLANES,
    model_file::{ModelFile, Node},
};

/// The tower, ready to run.
#[derive(Clone)]
pub(crate) struct ObservationTower {
    plan: Arc<TypedRunnableModel>,
}

impl ObservationTower {
    /// tract is given a graph of this tower alone, made of what was checked, with float weights. It is made here rather
    /// than read by tract-onnx, with which all of ONNX's operators come.
    pub(crate) fn new(file: &ModelFile<'_>) -> TractResult<ObservationTower> {
        let mut graph = Graph::default();
        graph.source("planes", f32::fact([1, PLANES, 8, 8]))?;
        graph.source("opponent", i64::fact([1]))?;
        for (name, weight) in &file.weights {
            let tensor = Tensor::from_shape(&weight.dims, &weight.values)?;
            let outlet = graph.model.add_const(*name, tensor)?;
            graph.outlets.insert(name, outlet);
        }
        for node in &file.nodes {
            graph.node(node)?;
        }
        let outputs = [graph.outlet("observation")?, graph.outlet("local")?];
        let mut model = graph.model;
        model.select_output_outlets(&outputs)?;
        let plan = model.into_optimized()?.into_runnable()?;
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

/// A graph of tract's on which a model file's nodes are put.
#[derive(Default)]
struct Graph<'a> {
    model: TypedModel,
    /// By the names of the file.
    outlets: HashMap<&'a str, OutletId>,
}

impl<'a> Graph<'a> {
    fn source(&mut self, name: &'a str, fact: TypedFact) -> TractResult<()> {
        let outlet = self.model.add_source(name, fact)?;
        self.outlets.insert(name, outlet);
        Ok(())
    }

    fn outlet(&self, name: &str) -> TractResult<OutletId> {
        let outlet = self.outlets.get(name).copied();
        outlet.with_context(|| format!("{name} is not there yet"))
    }

    fn dims(&self, outlet: OutletId) -> TractResult<TVec<usize>> {
        let shape = &self.model.outlet_fact(outlet)?.shape;
        Ok(shape.as_concrete().context("an unknown shape")?.into())
    }

    /// Adds a node of one output under a name that is nobody's.
    fn wire(
        &mut self,
        op: impl Into<Box<dyn TypedOp>>,
        inputs: &[OutletId],
    ) -> TractResult<OutletId> {
        let name = format!("node {}", self.model.nodes().len());
        let name = self.model.unique_name(name).into_owned();
        Ok(self.model.wire_node(name, op, inputs)?[0])
    }

    fn reshape(&mut self, outlet: OutletId, to: &[usize]) -> TractResult<OutletId> {
        let dims = |dims: &[usize]| dims.iter().map(|&side| side.to_dim()).collect();
        let from = dims(&self.dims(outlet)?);
        self.wire(AxisOp::Reshape(0, from, dims(to)), &[outlet])
    }

    /// A number that is computed with all of `like`: tract wants as many axes.
    fn scalar(&mut self, value: OutletId, like: OutletId) -> TractResult<OutletId> {
        let rank = self.dims(like)?.len();
        self.reshape(value, &vec![1; rank])
    }

    /// Of a form that [`ModelFile`] has checked.
    fn node(&mut self, node: &Node<'a>) -> TractResult<()> {
        let inputs = node.inputs.iter().map(|name| self.outlet(name));
        let inputs = inputs.collect::<TractResult<TVec<_>>>()?;
        let made = match (node.op, &inputs[..]) {
            ("Relu", &[x]) => {
                let zero = self.model.add_const("zero", tensor0(0.0_f32))?;
                let zero = self.scalar(zero, x)?;
                self.wire(math::max(), &[x, zero])?
            }
            ("Mul", &[x, by]) => {
                let by = self.scalar(by, x)?;
                self.wire(math::mul(), &[x, by])?
            }
            ("Add", &[x, y]) => self.wire(math::add(), &[x, y])?,
            ("Flatten", &[x]) => {
                let count = self.dims(x)?.iter().product();
                self.reshape(x, &[1, count])?
            }
            ("Gather", &[table, row]) => self.wire(Gather::new(0), &[table, row])?,
            ("Gemm", &[x, weights, bias]) => {
                let product = EinSum::new("mk,nk->mn".parse()?, f32::datum_type());
                let product = self.wire(product, &[x, weights])?;
                let outputs = self.dims(bias)?[0];
                let bias = self.reshape(bias, &[1, outputs])?;
                self.wire(math::add(), &[product, bias])?
            }
            ("Conv", &[x, weights, bias]) => {
                let dims = self.dims(weights)?;
                let edge: TVec<usize> = tvec![dims[2] / 2; 2];
                let conv = Conv {
                    pool_spec: PoolSpec::new(
                        DataFormat::NCHW,
                        dims[2..].into(),
                        PaddingSpec::Explicit(edge.clone(), edge),
                        None,
                        None,
                        dims[1],
                        dims[0],
                    ),
                    kernel_fmt: KernelFormat::OIHW,
                    group: 1,
                    q_params: None,
                };
                self.wire(conv, &[x, weights, bias])?
            }
            _ => bail!("{}, a {} that is not expected there", node.output, node.op),
        };
        self.outlets.insert(node.output, made);
        Ok(())
    }
}
