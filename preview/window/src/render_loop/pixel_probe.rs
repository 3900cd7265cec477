//! What is known about a pixel that is looked at: what the interpreter says at once, and what is on its
//! way from the GPU.

use cindyscript_interpreter::Value;
use cindyscript_player::Session;
use cindyscript_player::plot_view::Shown;
use cindyscript_player::session::{Probe, ProbedVariable, composed};
use cindyscript_render::FrameLoop;
use cindyscript_render::frame_loop::GpuValues;
use cindyscript_render::picture::Pixel;

use super::gpu_values::{compared, written};
use crate::controls::probe::{Computed, PlotReading, Reading, VariableReading, number};

/// Numbers are shown with so many digits: many more than those of 32 bits have.
const DIGITS: usize = 12;

/// A pixel that is looked at.
#[derive(Debug)]
pub(super) struct Looked {
    /// What is known of it, without the colorplots.
    reading: Reading,
    /// Its colour in the picture; none where it lies outside of that.
    pixel: Option<Pixel>,
    /// The colorplots, from front to back.
    plots: Vec<LookedPlot>,
}

#[derive(Debug)]
struct LookedPlot {
    /// What the interpreter says.
    probe: Probe,
    reading: PlotReading,
    /// What the GPU says.
    gpu: GpuValues,
}

impl Looked {
    /// Looks at the pixel at a place, in CSS pixels, where colorplots compute this; none where nothing
    /// plays.
    pub(super) fn new(
        frames: &FrameLoop,
        at: [f64; 2],
        probes: Vec<Probe>,
        scale: f64,
    ) -> Option<Looked> {
        let session = frames.session()?;
        let size = session.canvas().css();
        let is_seen = [0, 1]
            .into_iter()
            .all(|axis| (0.0..size[axis]).contains(&at[axis]));
        let pixel = is_seen.then(|| pixel_at(at, scale));
        let middle = at.map(|place| ((place * scale).floor() + 0.5) / scale);
        let compiled = frames.compiled();
        let paints_results = compiled.is_some_and(|it| it.source.shown == Shown::Result);
        let reading = Reading {
            pixel,
            place: session.view().to_world(middle),
            painted: None,
            computed: (paints_results && !probes.is_empty()).then(|| composed(&probes)),
            plots: [].into(),
        };
        let plots = probes.into_iter().zip(frames.gpu_values(at)).rev();
        let plots = plots.map(|(probe, gpu)| LookedPlot {
            reading: plot(session, &probe, &gpu),
            probe,
            gpu,
        });
        Some(Looked {
            reading,
            pixel: pixel.map(|pixel| frames.picture().pixel(pixel)),
            plots: plots.collect(),
        })
    }

    /// Whether there will be more to know.
    pub(super) fn is_making(&self) -> bool {
        self.plots.iter().any(|plot| match &plot.gpu {
            GpuValues::Making => true,
            GpuValues::Coming(coming) => coming.is_preliminary(),
            GpuValues::Cpu | GpuValues::Unknown => false,
        })
    }

    /// All that is known, once it is; none as long as something is on its way.
    pub(super) fn reading(&self) -> Option<Reading> {
        // A device that fails is found out by whoever paints.
        let painted = match &self.pixel {
            Some(pixel) => pixel.get().map_or(Some(None), |it| it.map(Some))?,
            None => None,
        };
        let plots = self.plots.iter().map(LookedPlot::reading);
        Some(Reading {
            painted,
            plots: plots.collect::<Option<_>>()?,
            ..self.reading.clone()
        })
    }
}

impl LookedPlot {
    /// As that of the pixel.
    fn reading(&self) -> Option<PlotReading> {
        let mut reading = self.reading.clone();
        let GpuValues::Coming(coming) = &self.gpu else {
            return Some(reading);
        };
        let told = match coming.get() {
            Ok(told) => told?,
            Err(_) => return Some(reading),
        };
        let precision = coming.precision();
        let result = told.iter().find(|told| told.range.is_none());
        reading.gpu = result.and_then(|told| compared(&self.probe.value, 1, told, precision));
        let own = self.probe.variables.iter().zip(&mut reading.variables);
        let selected = self.probe.selected.iter().zip(&mut reading.selected);
        for (exact, reading) in own.chain(selected) {
            let range = Some(exact.range);
            let told = told.iter().find(|told| told.range == range);
            // The GPU tells the last.
            let told = told.filter(|_| !exact.is_uniform && exact.time == exact.times);
            reading.gpu =
                told.and_then(|told| compared(&exact.value, exact.times, told, precision));
        }
        Some(reading)
    }
}

/// Column and row of the pixel at a place in CSS pixels.
pub(super) fn pixel_at(at: [f64; 2], scale: f64) -> [u32; 2] {
    at.map(|place| (place * scale).floor().max(0.0) as u32)
}

fn plot(session: &Session, probe: &Probe, gpu: &GpuValues) -> PlotReading {
    let line = probe
        .range
        .map(|range| session.source().place(range.start()).line);
    PlotReading {
        line,
        computed: match gpu {
            GpuValues::Cpu => Computed::Cpu,
            GpuValues::Making | GpuValues::Coming(_) => Computed::Gpu,
            GpuValues::Unknown => Computed::Unknown,
        },
        value: shown(session, &probe.value),
        gpu: None,
        selected: probe.selected.as_ref().map(|it| variable(session, it)),
        variables: (probe.variables.iter())
            .map(|it| variable(session, it))
            .collect(),
        error: probe.diagnostic.as_ref().map(|it| it.message.clone()),
    }
}

fn variable(session: &Session, variable: &ProbedVariable) -> VariableReading {
    let ProbedVariable {
        name,
        range,
        value,
        time,
        times,
        ..
    } = variable;
    VariableReading {
        name: name.clone(),
        range: [range.start(), range.end()].map(u32::from),
        line: session.source().place(range.start()).line,
        value: shown(session, value),
        time: *time,
        times: *times,
        gpu: None,
    }
}

/// A value and its type.
fn shown(session: &Session, value: &Value) -> [String; 2] {
    [exact(session, value), value.type_of().to_string()]
}

/// A value with more digits than CindyScript prints.
fn exact(session: &Session, value: &Value) -> String {
    let digits = |part: f64| number(part, DIGITS);
    written(value, &digits, &|value| match value {
        Value::List(list) => format!("[… {} elements]", list.len()),
        Value::Dictionary(_) => "{…}".to_owned(),
        value => session.print(value).chars().take(40).collect(),
    })
}
