//! Measured numbers.

use num_complex::Complex64 as C;

use crate::ElementKind;
use crate::algebra::{II, INFINITY, JJ, cross, cross_ratio, dehomogenize, norm, sub};
use crate::inputs::Parameter;
use crate::operation::Operation;
use crate::{Attribute, ElementValue};

use std::f64::consts::{FRAC_PI_2, PI};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new(
        "Dist",
        ElementKind::Value,
        &[ElementKind::Point; 2],
        |inputs, _| {
            let [a, b] = inputs.vectors().map(dehomogenize);
            Ok(ElementValue::Number(norm(&sub(a, b)).into()))
        },
    ),
    Operation::new(
        "Angle",
        ElementKind::Value,
        &[ElementKind::Line, ElementKind::Line, ElementKind::Point],
        |inputs, trace| {
            let [a, b, p] = inputs.vectors();
            // The cross ratio of the directions with the circular points. (Laguerre)
            let [a, b] = [a, b].map(|line| cross(line, INFINITY));
            let [numerator, denominator] = cross_ratio(a, b, II, JJ, p);
            let angle = C::new(0.0, 0.5) * (numerator / denominator).ln();
            // The angle of lines is known up to half turns; it goes on from what it was.
            let [before] = trace.take();
            let turns = (before.re - angle.re) / PI;
            if (turns.round() - turns).abs() > 1e-2 {
                trace.refine()?;
            }
            let turns = if turns.is_finite() {
                turns.round()
            } else {
                0.0
            };
            let angle = angle + turns * PI;
            trace.put([angle]);
            Ok(ElementValue::Angle(angle))
        },
    )
    .traced(1)
    .starting(|definition, _, state| {
        let angle = definition.get("angle").and_then(Attribute::number);
        state[0] = angle.unwrap_or_else(|| FRAC_PI_2.into());
        Ok(Parameter::None)
    }),
];
