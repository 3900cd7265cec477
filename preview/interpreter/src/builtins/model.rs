//! Models for 3D printers, as the plugins Cindy3DPrint and CindyGLPrint make them.

use std::sync::Arc;

use cindyscript_hir::program::{Special, TermId};
use cindyscript_space::{LevelGrid, SpaceScene, clip, triangles};

use super::space::CANVAS;
use super::{Row, SpecialRow, lazy, row};
use crate::context::Context;
use crate::context::model::{ModelShape, PrintPanel, PrintSource};
use crate::context::space::{MODEL, Viewer};
use crate::error::Halt;
use crate::machine::{Evaluated, Machine};
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    // The picture of the model is always shown.
    row("drawprintpreview", 0, |_, _| Value::Undefined),
    row("addcindy3dprintui", 1, |context, a| {
        add_panel(context, &a[0], PrintSource::Scene)
    }),
    row("addcindyglprintui", 2, |context, a| {
        let arguments = a[1].string().unwrap_or_default().to_owned();
        add_panel(context, &a[0], PrintSource::Surface(arguments))
    }),
    row("savecsgmesh", 1, |context, a| {
        let scene = scene(context);
        save(context, &a[0], scene.map(ModelShape::Scene))
    }),
    row("savetubemesh", 4, |context, a| {
        let shape = tube(&a[1..]);
        save(context, &a[0], shape)
    }),
    row("updatepreviewcdy3d", 0, |context, _| {
        let scene = scene(context);
        show(context, scene.map(ModelShape::Scene))
    }),
    row("updatepreviewtubes", 3, |context, a| {
        let shape = tube(a);
        show(context, shape)
    }),
];

pub(super) const SPECIAL_ROWS: &[SpecialRow] = &[
    lazy("addcindy3dprintuitubes", Some(5), add_tube_panel),
    lazy("saveisomeshtofile", Some(5), save_surface),
    lazy("saveisomeshtofile", Some(7), save_surface),
    lazy("updatepreviewcdygl", Some(4), show_surface),
    lazy("updatepreviewcdygl", Some(6), show_surface),
];

/// The most points of a grid in each direction.
const MOST_POINTS: f64 = 201.0;

/// The variable that counts the points of a grid: no script has it.
const COUNTER: &str = "cindyprintpoint";

fn add_panel(context: &mut Context, file: &Value, source: PrintSource) -> Value {
    let file = context.print(file);
    context.models.panel = Some(PrintPanel { file, source });
    Value::Undefined
}

/// The second argument is the name of a function, the next two are texts of expressions.
fn add_tube_panel(machine: &mut Machine<'_>, id: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    let &[file, function, count, radius, is_closed] = program.children(special.arguments) else {
        return Ok(Value::Undefined);
    };
    let Some(function) = program.name_of(function) else {
        let message = "the second argument is the name of a function that returns points";
        return Ok(machine.warn(id, || message.to_owned()));
    };
    let function = program.names.text(function).to_owned();
    let file = machine.eval(file)?;
    let [count, radius, is_closed] = [
        machine.eval(count)?,
        machine.eval(radius)?,
        machine.eval(is_closed)?,
    ];
    let context = &mut machine.state.context;
    let source = PrintSource::Tube {
        function,
        count: context.print(&count),
        radius: context.print(&radius),
        is_closed: matches!(is_closed, Value::Boolean(true)),
    };
    Ok(add_panel(context, &file, source))
}

/// The scene on a canvas.
fn scene(context: &Context) -> Result<Arc<SpaceScene>, String> {
    let name = context.modifier("instancename").and_then(Value::string);
    let name = name.unwrap_or(CANVAS);
    let mut viewers = context.space.viewers().iter();
    let viewer = viewers.find(|viewer| viewer.name == name);
    viewer.map(Viewer::scene_so_far).ok_or_else(|| {
        format!("there is no scene on the canvas `{name}`: `begin3d()` and `end3d()` draw one")
    })
}

/// The tube of points, a radius, and a truth value for a closed path.
fn tube(arguments: &[Value]) -> Result<ModelShape, String> {
    let [points, radius, is_closed] = arguments else {
        return Err(String::new());
    };
    let points = points
        .list()
        .ok_or("the path of a tube is a list of points in space")?;
    Ok(ModelShape::Tube {
        path: points.iter().map(|it| point(&it)).collect(),
        radius: radius.real().unwrap_or(f64::NAN),
        is_closed: matches!(is_closed, Value::Boolean(true)),
    })
}

/// The place of a list of three numbers; NaN for other values.
fn point(value: &Value) -> [f64; 3] {
    let list = value.list();
    [0, 1, 2].map(|index| {
        let entry = list.and_then(|list| list.get(index));
        entry.and_then(|it| it.real()).unwrap_or(f64::NAN)
    })
}

/// Saves a model.
fn save(context: &mut Context, name: &Value, shape: Result<ModelShape, String>) -> Value {
    let name = context.print(name);
    match shape.and_then(|shape| context.models.save(&name, shape)) {
        Ok(()) => Value::Undefined,
        Err(message) => context.warn(message),
    }
}

/// Shows a model beside the scene.
fn show(context: &mut Context, shape: Result<ModelShape, String>) -> Value {
    let options = &context.models.settings.solid;
    let solid = shape.and_then(|shape| shape.solid(options).map_err(|error| error.to_string()));
    match solid.and_then(|solid| context.space.show_model(&solid)) {
        Ok(()) => Value::Undefined,
        Err(message) => context.warn(message),
    }
}

/// The arguments: the name of the file, then those of [`show_surface`].
fn save_surface(machine: &mut Machine<'_>, _: TermId, special: &Special) -> Evaluated {
    let arguments = machine.program.children(special.arguments);
    let name = machine.eval(arguments[0])?;
    let shape = surface(machine, &arguments[1..])?;
    Ok(save(&mut machine.state.context, &name, shape))
}

fn show_surface(machine: &mut Machine<'_>, _: TermId, special: &Special) -> Evaluated {
    let arguments = machine.program.children(special.arguments);
    let shape = surface(machine, arguments)?;
    Ok(show(&mut machine.state.context, shape))
}

/// The surface where a function has a value. The arguments: the names of the function and of its gradient,
/// the value, then the half side of a cube around the origin; or the corner of a cube, the distance of
/// points there, and their number in each direction.
fn surface(
    machine: &mut Machine<'_>,
    arguments: &[TermId],
) -> Result<Result<ModelShape, String>, Halt> {
    let program = machine.program;
    let Some(function) = program.name_of(arguments[0]) else {
        return Ok(Err(
            "the function of the surface is not named: write `F`, not a call".to_owned(),
        ));
    };
    let function = program.names.text(function).to_owned();
    let mut values = Vec::new();
    for argument in &arguments[2..] {
        values.push(machine.eval_plain(*argument)?);
    }
    let settings = machine.state.context.models.settings.clone();
    let real = |value: &Value| value.real().unwrap_or(f64::NAN);
    let level = real(&values[0]) + settings.offset;
    let (origin, step, count) = match &values[1..] {
        [radius] => {
            let (radius, cells) = (real(radius), f64::from(settings.cells));
            ([-radius; 3], 2.0 * radius / cells, cells + 1.0)
        }
        [origin, step, count] => {
            let origin = point(origin);
            (origin, real(step), real(count))
        }
        _ => return Ok(Err(String::new())),
    };
    let is_finite = origin.iter().all(|it| it.is_finite()) && step > 0.0 && level.is_finite();
    if !(is_finite && step.is_finite() && (2.0..=MOST_POINTS).contains(&count)) {
        let message = format!(
            "the grid of a surface has finite sides, and from 2 to {MOST_POINTS} points in each direction"
        );
        return Ok(Err(message));
    }
    let count = count as usize;
    let text = grid_text(&function, origin, step, count);
    let id = machine.state.context.term;
    let sampled = machine.run_text(id, &text)?;
    let Some(list) = sampled.list() else {
        return Ok(Err(format!(
            "`{function}` has no value on the grid of the surface"
        )));
    };
    let heights: Vec<f64> = list.iter().map(|value| real(&value)).collect();
    let grid = LevelGrid {
        values: &heights,
        count,
        origin,
        step,
    };
    Ok(grid
        .surface(level)
        .map_err(|error| error.to_string())
        .map(|mut faces| {
            if settings.clips {
                let radius = step * (count - 1) as f64 / 2.0;
                faces = clip(&faces, origin.map(|it| it + radius), radius);
            }
            ModelShape::surface(triangles(&faces, &MODEL))
        }))
}

/// CindyScript for the list of the values of a function on a grid.
fn grid_text(function: &str, origin: [f64; 3], step: f64, count: usize) -> String {
    let [x, y, z] = origin;
    let (square, last) = (count * count, count * count * count - 1);
    format!(
        "apply(0..{last}, {COUNTER}, {function}([({x}) + ({step})*mod({COUNTER}, {count}), \
         ({y}) + ({step})*mod(floor({COUNTER}/{count}), {count}), \
         ({z}) + ({step})*floor({COUNTER}/{square})]))"
    )
}
