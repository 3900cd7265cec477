//! What the GPU computes at a pixel, in the numbers that it paints with.

use std::sync::Arc;

use cindyscript_player::Session;
use cindyscript_player::frame::PlotDraw;
use cindyscript_player::paint;
use cindyscript_player::plot_view::values::NotedValue;
use cindyscript_player::region::Region;
use cindyscript_shader::Precision;

use super::FrameLoop;
use crate::compile::{PlotProgram, ShaderProgram, ValuesProgram, ValuesState};
use crate::gpu::{Gpu, GpuError, NumbersRead, PlotLayer};

/// What the GPU says of the values of a colorplot at a pixel.
#[derive(Debug)]
pub enum GpuValues {
    /// Nothing: the CPU paints it, in numbers of 64 bits.
    Cpu,
    /// Nothing yet: the program is being made that tells them.
    Making,
    /// They are on their way.
    Coming(Box<ComingValues>),
    /// Nobody can tell.
    Unknown,
}

/// Values on their way.
#[derive(Debug)]
pub struct ComingValues {
    read: NumbersRead,
    program: Arc<ValuesProgram>,
    is_preliminary: bool,
}

impl ComingValues {
    /// Whether a program is being made that tells what is selected as well.
    pub fn is_preliminary(&self) -> bool {
        self.is_preliminary
    }

    /// How precisely they are computed.
    pub fn precision(&self) -> Precision {
        self.program.precision
    }

    /// The values, once they are there; what had none is left out.
    ///
    /// # Errors
    /// What the device says.
    pub fn get(&self) -> Result<Option<Vec<NotedValue>>, GpuError> {
        let numbers = self.read.get()?;
        Ok(numbers.map(|numbers| self.program.values(numbers)))
    }
}

impl FrameLoop {
    /// What the GPU says of the values of the colorplots at the pixel under a place, in CSS pixels, and
    /// of what the session has selected: for each that [`probe`](Self::probe) tells of, in that order.
    /// Nobody waits for it.
    pub fn gpu_values(&self, at: [f64; 2]) -> Vec<GpuValues> {
        let pixel = at.map(|place| (place * self.canvas.scale).floor());
        let plots = self.frame.plots();
        let plots = plots.filter(|draw| draw.region.contains(pixel));
        let programs = self.renderer.programs();
        let values = plots.map(|draw| {
            let Some(PlotProgram::Shader(shader)) = programs.get(draw.call.plot.index()) else {
                return GpuValues::Cpu;
            };
            let Some(gpu) = self.picture.gpu() else {
                return GpuValues::Unknown;
            };
            self.values_of(gpu, shader, draw, pixel)
        });
        values.collect()
    }

    fn values_of(
        &self,
        gpu: &Gpu,
        shader: &ShaderProgram,
        draw: &PlotDraw,
        pixel: [f64; 2],
    ) -> GpuValues {
        let plot = draw.call.plot;
        if self
            .renderer
            .with_costs(|costs| costs.endless(plot).is_some())
        {
            return GpuValues::Unknown;
        }
        let session = self.session.as_ref();
        let (program, is_preliminary) = match shader.values(session.and_then(Session::selected)) {
            ValuesState::Made(program) => (program, false),
            ValuesState::Making(Some(before)) => (before, true),
            ValuesState::Making(None) => return GpuValues::Making,
            ValuesState::Refused => return GpuValues::Unknown,
        };
        let Some(uniforms) = program.uniforms(&draw.call) else {
            return GpuValues::Unknown;
        };
        let columns = program.columns();
        let layer = PlotLayer {
            plot,
            pipeline: Arc::clone(&program.pipeline),
            frame: draw.frame,
            centre: None,
            corner: [0.0; 2],
            uniforms,
            orbit: None,
            images: paint::images(program.interface.images(&draw.call), &self.fonts),
            region: Region::all([columns, 1]),
            mask: None,
        };
        match gpu.numbers(&layer, pixel.map(|place| place + 0.5), columns) {
            Ok(read) => GpuValues::Coming(Box::new(ComingValues {
                read,
                program,
                is_preliminary,
            })),
            // A device that fails is found out by whoever paints.
            Err(_) => GpuValues::Unknown,
        }
    }
}
