//! Drawing in space, as the plugin Cindy3D does it.

mod coercion;
mod light;
mod shapes;

use std::f64::consts::PI;

use cindyscript_space::dehomogenized;

use super::{Row, raw};
use crate::context::Context;
use crate::context::space::{Look, Looks, SIZE, Viewer};
use crate::value::Value;
use coercion::{between, colour, direction, point, real};

/// The canvas that pictures in space are on unless scripts name another.
pub(super) const CANVAS: &str = "Cindy3D";

pub(super) const ROWS: &[Row] = &[
    raw("begin3d", 0, |context, _| begin(context)),
    raw("end3d", 0, |context, _| match context.space.end() {
        Some(()) => Value::Undefined,
        None => context.warn(NOT_BEGUN),
    }),
    raw("gsave3d", 0, |context, _| {
        match context.space.current().map(Viewer::save) {
            Some(true) => Value::Undefined,
            Some(false) => context.warn("too many appearances are saved: where is `grestore3d()`?"),
            None => context.warn(NOT_BEGUN),
        }
    }),
    raw("grestore3d", 0, |context, _| with(context, Viewer::restore)),
    raw("color3d", 1, |context, a| {
        set_colour(context, &a[0], |looks| {
            vec![&mut looks.point, &mut looks.line, &mut looks.surface]
        })
    }),
    raw("pointcolor3d", 1, |context, a| {
        set_colour(context, &a[0], |looks| vec![&mut looks.point])
    }),
    raw("linecolor3d", 1, |context, a| {
        set_colour(context, &a[0], |looks| vec![&mut looks.line])
    }),
    raw("surfacecolor3d", 1, |context, a| {
        set_colour(context, &a[0], |looks| vec![&mut looks.surface])
    }),
    raw("alpha3d", 1, |context, a| set_alpha(context, &a[0])),
    raw("surfacealpha3d", 1, |context, a| set_alpha(context, &a[0])),
    raw("shininess3d", 1, |context, a| {
        set_shininess(context, &a[0], |looks| {
            vec![&mut looks.point, &mut looks.line, &mut looks.surface]
        })
    }),
    raw("pointshininess3d", 1, |context, a| {
        set_shininess(context, &a[0], |looks| vec![&mut looks.point])
    }),
    raw("lineshininess3d", 1, |context, a| {
        set_shininess(context, &a[0], |looks| vec![&mut looks.line])
    }),
    raw("surfaceshininess3d", 1, |context, a| {
        set_shininess(context, &a[0], |looks| vec![&mut looks.surface])
    }),
    raw("size3d", 1, |context, a| {
        set_size(context, &a[0], |looks| {
            vec![&mut looks.point, &mut looks.line]
        })
    }),
    raw("pointsize3d", 1, |context, a| {
        set_size(context, &a[0], |looks| vec![&mut looks.point])
    }),
    raw("linesize3d", 1, |context, a| {
        set_size(context, &a[0], |looks| vec![&mut looks.line])
    }),
    raw("draw3d", 1, |context, a| shapes::point(context, &a[0])),
    raw("draw3d", 2, |context, a| shapes::rods(context, a, false)),
    raw("connect3d", 1, |context, a| {
        shapes::path(context, &a[0], false)
    }),
    raw("drawpoly3d", 1, |context, a| {
        shapes::path(context, &a[0], true)
    }),
    raw("fillpoly3d", 1, |context, a| {
        shapes::polygon(context, &a[0], None)
    }),
    raw("fillpoly3d", 2, |context, a| {
        shapes::polygon(context, &a[0], Some(&a[1]))
    }),
    raw("fillcircle3d", 3, |_, _| Value::Undefined),
    raw("drawsphere3d", 2, |context, a| {
        shapes::sphere(context, &a[0], &a[1])
    }),
    raw("mesh3d", 3, shapes::mesh),
    raw("mesh3d", 4, shapes::mesh),
    raw("triangle3d", 1, |context, a| {
        shapes::triangle(context, &a[0])
    }),
    raw("background3d", 1, |context, a| {
        let colour = colour(&a[0]);
        with(context, |viewer| {
            if let Some(colour) = colour {
                viewer.scene().background = colour;
            }
        })
    }),
    raw("lookat3d", 3, |context, a| {
        let places = (point(&a[0]), point(&a[1]), direction(&a[2]));
        with(context, |viewer| {
            if let (Some(position), Some(target), Some(up)) = places {
                let [position, target] = [position, target].map(dehomogenized);
                viewer.look_at(position, target, up);
            }
        })
    }),
    raw("fieldofview3d", 1, |context, a| {
        let angle = between(0.01, 3.13, &a[0]);
        with(context, |viewer| {
            viewer.camera.half_angle = angle.unwrap_or(viewer.camera.half_angle);
        })
    }),
    raw("depthrange3d", 2, |context, a| {
        let [near, far] = [real(&a[0]), real(&a[1])];
        with(context, |viewer| {
            if near >= 0.0 && far > near {
                viewer.camera.depth_range = [near, far];
            }
        })
    }),
    raw("renderhints3d", 0, |_, _| Value::Undefined),
    raw("pointlight3d", 1, |context, a| light::point(context, &a[0])),
    raw("directionallight3d", 1, |context, a| {
        light::directional(context, &a[0])
    }),
    raw("spotlight3d", 1, |context, a| light::spot(context, &a[0])),
    raw("disablelight3d", 1, |context, a| {
        light::set(context, &a[0], None)
    }),
    raw("ambientlight3d", 1, |context, a| {
        let ambient = colour(&a[0]).unwrap_or(coercion::GREY);
        with(context, |viewer| viewer.scene().ambient = ambient)
    }),
];

/// The message for a call outside of `begin3d` and `end3d`.
const NOT_BEGUN: &str = "call `begin3d()` before, and `end3d()` after it";

fn begin(context: &mut Context) -> Value {
    let name = context.modifier("name").and_then(Value::string);
    let name = name.unwrap_or(CANVAS).to_owned();
    let antialias = !matches!(context.modifier("antialias"), Some(Value::Boolean(false)));
    let supersample = context.modifier("supersample").map_or(1.0, real);
    // `as` saturates, and makes 0 of what is no number.
    let supersample = (supersample as u32).max(1);
    match context.space.begin(&name, antialias, supersample) {
        Some(()) => Value::Undefined,
        None => context.warn("the page has too many pictures in space; this one is not shown"),
    }
}

/// Changes the picture that is drawn on.
fn with(context: &mut Context, change: impl FnOnce(&mut Viewer)) -> Value {
    match context.space.current() {
        Some(viewer) => {
            change(viewer);
            Value::Undefined
        }
        None => context.warn(NOT_BEGUN),
    }
}

/// Changes how some kinds of shapes look.
fn set(
    context: &mut Context,
    of: fn(&mut Looks) -> Vec<&mut Look>,
    change: impl Fn(&mut Look),
) -> Value {
    with(context, |viewer| {
        of(&mut viewer.looks).into_iter().for_each(change);
    })
}

fn set_colour(context: &mut Context, value: &Value, of: fn(&mut Looks) -> Vec<&mut Look>) -> Value {
    let colour = colour(value);
    set(context, of, |look| {
        look.colour = colour.unwrap_or(look.colour);
    })
}

fn set_alpha(context: &mut Context, value: &Value) -> Value {
    let alpha = between(0.0, 1.0, value).unwrap_or(1.0);
    with(context, |viewer| viewer.looks.surface.alpha = alpha)
}

fn set_shininess(
    context: &mut Context,
    value: &Value,
    of: fn(&mut Looks) -> Vec<&mut Look>,
) -> Value {
    let shininess = between(0.0, 128.0, value);
    set(context, of, |look| {
        look.shininess = shininess.unwrap_or(look.shininess);
    })
}

fn set_size(context: &mut Context, value: &Value, of: fn(&mut Looks) -> Vec<&mut Look>) -> Value {
    let size = real(value) * SIZE;
    set(context, of, |look| {
        if size >= 0.0 {
            look.size = size;
        }
    })
}

/// Returns the look of a shape with the modifiers of the call. Outside of `begin3d`, warns and returns none.
fn look(context: &mut Context, of: fn(&Looks) -> Look) -> Option<Look> {
    let Some(viewer) = context.space.current() else {
        context.warn(NOT_BEGUN);
        return None;
    };
    let mut look = of(&viewer.looks);
    if let Some(value) = context.modifier("color") {
        look.colour = colour(value).unwrap_or(coercion::GREY);
    }
    if let Some(value) = context.modifier("alpha") {
        look.alpha = between(0.0, 1.0, value).unwrap_or(look.alpha);
    }
    if let Some(value) = context.modifier("shininess") {
        look.shininess = between(0.0, 128.0, value).unwrap_or(look.shininess);
    }
    if let Some(value) = context.modifier("size") {
        look.size = real(value) * SIZE;
    }
    Some(look)
}
