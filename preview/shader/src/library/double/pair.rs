//! Functions on numbers that are the sums of two f32: [`DoubleFormat::Pair`](crate::repr::DoubleFormat).

mod arithmetic;
mod elementary;

use super::super::functions::Function;

/// The function of that name.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    arithmetic::find(name).or_else(|| elementary::find(name))
}
