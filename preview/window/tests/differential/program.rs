//! A script with one colorplot, painted by the shader and evaluated by the interpreter.

use std::sync::Arc;

use cindyscript_applet::Event;
use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_hir::types::Type;
use cindyscript_ide::{AppletAnalysis, analyse};
use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::{
    Interpreter, LANES, LaneProgram, PixelEvaluator, PlotCall, Value, World,
};
use cindyscript_pixel::PixelProgram;
use cindyscript_shader::{FrameUniforms, Module, ModuleOptions, Precision, compile_with};

use crate::bench::Bench;

/// The pixel in column `x` and row `y`, from 0, is at `(x + 1, y + 1)` in the world.
pub(crate) fn frame(size: [u32; 2]) -> FrameUniforms {
    FrameUniforms {
        world_x: [1.0, 0.0, 0.5],
        world_y: [0.0, 1.0, 0.5],
        resolution: size.map(f64::from),
        seed: 1,
        view: [[0.0, 0.0], [1.0, 0.0]],
    }
}

/// A colorplot that has been executed.
pub(crate) struct Program {
    interpreter: Interpreter,
    analysis: AppletAnalysis,
    call: PlotCall,
    observed: Vec<Option<Type>>,
}

impl Program {
    /// Runs a script, which executes a colorplot of the view. Variables that it leaves undefined
    /// have the `values` with these names, of these types.
    pub(crate) fn new(text: &str, values: &[(&str, Type, Value)]) -> Result<Program, String> {
        let document = Document::open("test.cindyscript", text);
        let analysis = analyse(&document).applets.remove(0);
        let mut interpreter = Interpreter::new(World::new(&document.applets()[0]));
        interpreter.load(analysis.split_program());
        let errors = interpreter.run_event(Event::Draw);
        if let Some(error) = errors.first() {
            return Err(error.message.clone());
        }
        let drawings = interpreter.take_display_list().into_iter();
        let mut calls = drawings.filter_map(|drawing| match drawing {
            Drawing::Plot(call) => Some(call),
            _ => None,
        });
        let mut call = calls.next().ok_or("no colorplot")?;
        let program = &analysis.program;
        let mut observed = Vec::new();
        for (place, &term) in analysis.split(PlotId(0)).uniforms.iter().enumerate() {
            let name = program.name_of(term).map(|name| program.names.text(name));
            let given = values.iter().find(|(known, ..)| Some(*known) == name);
            if let Some((_, _, value)) = given {
                call.uniforms[place] = value.clone();
            }
            let seen = call.uniforms[place].type_of();
            let ty = given.map_or(seen, |(_, ty, _)| ty.clone());
            observed.push(Some(ty).filter(|ty| !ty.is_unset()));
        }
        Ok(Program {
            interpreter,
            analysis,
            call,
            observed,
        })
    }

    /// The same with other values.
    pub(crate) fn set(&mut self, name: &str, value: &Value) {
        let program = &self.analysis.program;
        for (place, &term) in self.analysis.split(PlotId(0)).uniforms.iter().enumerate() {
            let known = program.name_of(term).map(|name| program.names.text(name));
            if known == Some(name) {
                self.call.uniforms[place] = value.clone();
            }
        }
    }

    /// What the interpreter makes of it.
    pub(crate) fn evaluator(&self) -> PixelEvaluator {
        self.interpreter.pixel_evaluator(&self.call)
    }

    /// The program that runs at each pixel.
    pub(crate) fn pixel_program(&self) -> Result<PixelProgram, String> {
        cindyscript_lint::pixel_program(&self.analysis, PlotId(0), &self.observed)
            .map_err(|errors| errors[0].message.clone())
    }

    /// The shader, and the contents of its buffer.
    pub(crate) fn shader(&self, precision: Precision) -> Result<(Module, Vec<u8>), String> {
        let program = self.pixel_program()?;
        let options = ModuleOptions {
            precision,
            ..ModuleOptions::default()
        };
        let module = compile_with(&program, options).map_err(|errors| errors[0].message.clone())?;
        let bytes = self.uniforms(&program, &module);
        Ok((module, bytes))
    }

    /// The contents of a shader's buffer.
    pub(crate) fn uniforms(&self, program: &PixelProgram, module: &Module) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (index, uniform) in program.uniforms.iter().enumerate() {
            let mut numbers = Vec::new();
            flatten(&self.call.uniforms[uniform.source], &mut numbers);
            module.layout.write(&mut bytes, index, &numbers);
        }
        bytes.resize(module.layout.size(), 0);
        bytes
    }

    /// What the CPU paints, many pixels at a time.
    pub(crate) fn paint_in_lanes(&self, size: [u32; 2]) -> Result<Vec<[f32; 4]>, String> {
        self.paint_in_lanes_at(&frame(size), size)
    }

    /// The same elsewhere in the world.
    pub(crate) fn paint_in_lanes_at(
        &self,
        frame: &FrameUniforms,
        size: [u32; 2],
    ) -> Result<Vec<[f32; 4]>, String> {
        self.paint_program_in_lanes(&self.pixel_program()?, frame, size)
    }

    /// The same of another program with these uniforms.
    pub(crate) fn paint_program_in_lanes(
        &self,
        program: &PixelProgram,
        frame: &FrameUniforms,
        [width, height]: [u32; 2],
    ) -> Result<Vec<[f32; 4]>, String> {
        let program = Arc::new(LaneProgram::new(program).ok_or("there are no instructions")?);
        let evaluator = self.evaluator().lanes(&program, &self.call);
        let mut evaluator = evaluator.ok_or("the values are of other types")?;
        let places = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
        let places: Vec<_> = places
            .map(|pixel| {
                let [x, y] = pixel.map(|side| f64::from(side) + 0.5);
                [frame.world_x, frame.world_y].map(|[a, b, c]| a * x + b * y + c)
            })
            .collect();
        let mut texels = Vec::new();
        for places in places.chunks(LANES) {
            texels.extend(evaluator.texels(places).ok_or("it takes too long")?);
        }
        Ok(texels)
    }

    /// What the shader paints.
    pub(crate) fn paint(&self, bench: &Bench, size: [u32; 2]) -> Result<Vec<[f32; 4]>, String> {
        self.paint_in(Precision::Single, bench, size)
    }

    /// The same in a precision.
    pub(crate) fn paint_in(
        &self,
        precision: Precision,
        bench: &Bench,
        size: [u32; 2],
    ) -> Result<Vec<[f32; 4]>, String> {
        self.paint_at(precision, bench, &frame(size), size)
    }

    /// The same elsewhere in the world.
    pub(crate) fn paint_at(
        &self,
        precision: Precision,
        bench: &Bench,
        frame: &FrameUniforms,
        size: [u32; 2],
    ) -> Result<Vec<[f32; 4]>, String> {
        let (module, uniforms) = self.shader(precision)?;
        Ok(bench.paint(&module, &uniforms, frame, size))
    }
}

fn flatten(value: &Value, numbers: &mut Vec<[f64; 2]>) {
    match value {
        Value::Boolean(truth) => numbers.push([f64::from(u8::from(*truth)), 0.0]),
        Value::List(list) => list.iter().for_each(|item| flatten(&item, numbers)),
        other => numbers.extend(other.number().map(|number| [number.re, number.im])),
    }
}
