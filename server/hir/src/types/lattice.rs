//! The order of types: σ ⊑ τ, least upper bounds, and the elements of the paper's T that stand for
//! types in pixel programs.

use super::Type;

impl Type {
    /// σ ⊑ τ.
    #[must_use]
    pub fn fits(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unset, _) | (_, Self::Top) => true,
            (Self::Scalar(a) | Self::ScalarOrString(a), Self::ScalarOrString(b))
            | (Self::Scalar(a), Self::Scalar(b)) => a.fits(*b),
            (Self::String, Self::ScalarOrString(_)) => true,
            (Self::List(a), Self::List(b)) => {
                (b.len.is_none() || a.len == b.len) && a.element.fits(&b.element)
            }
            (Self::Tuple(a), Self::List(b)) => {
                let len = b.len.is_none_or(|len| len == a.len());
                len && a.components().iter().all(|ty| ty.fits(&b.element))
            }
            (Self::List(a), Self::Tuple(b)) => {
                let len = a.len == Some(b.len());
                len && b.components().iter().all(|ty| a.element.fits(ty))
            }
            (Self::Tuple(a), Self::Tuple(b)) => {
                let pairs = a.components().iter().zip(b.components());
                a.len() == b.len() && pairs.into_iter().all(|(a, b)| a.fits(b))
            }
            (Self::Code(a), Self::Code(b)) => a.fits(b),
            _ => self == other,
        }
    }

    /// The least upper bound σ ⊔ τ.
    ///
    /// Lists of different lengths join to a list of unknown length, which exists on the CPU only;
    /// in the paper's T, and so for pixels, that is ⊤: see [`Type::on_gpu`].
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Unset, upper) | (upper, Self::Unset) => upper.clone(),
            (Self::Scalar(a), Self::Scalar(b)) => Self::Scalar(a.join(*b)),
            (Self::ScalarOrString(a), Self::Scalar(b) | Self::ScalarOrString(b))
            | (Self::Scalar(a), Self::ScalarOrString(b)) => Self::ScalarOrString(a.join(*b)),
            (Self::String, Self::Scalar(a) | Self::ScalarOrString(a))
            | (Self::Scalar(a) | Self::ScalarOrString(a), Self::String) => Self::ScalarOrString(*a),
            (Self::List(a), Self::List(b)) => {
                if a == b {
                    return self.clone();
                }
                let element = a.element.join(&b.element);
                match a.len.filter(|_| a.len == b.len) {
                    Some(len) => Self::list(len, element),
                    None => Self::any_list(element),
                }
            }
            (a, b) if a == b => a.clone(),
            (Self::Code(a), Self::Code(b)) => Self::Code(a.join(b)),
            (Self::Tuple(a), b @ (Self::List(_) | Self::Tuple(_)))
            | (b @ Self::List(_), Self::Tuple(a)) => a.join(b),
            _ => Self::Top,
        }
    }

    /// The element of the paper's T that stands for this type in a pixel program.
    ///
    /// Points are their coordinates, lines their homogeneous ones, strings the names of images, code
    /// is itself as long as it is known which; what no shader can hold (dictionaries, lists of
    /// unknown length) is ⊤.
    #[must_use]
    pub fn on_gpu(&self) -> Self {
        match self {
            Self::Unset | Self::Scalar(_) | Self::String => self.clone(),
            Self::Point => Self::list(2, Self::REAL),
            Self::Line => Self::list(3, Self::REAL),
            Self::List(list) => match (list.len, list.element.on_gpu()) {
                (None, _) | (_, Self::Top) => Self::Top,
                (Some(_), element) if element == list.element => self.clone(),
                (Some(len), element) => Self::list(len, element),
            },
            Self::Tuple(tuple) => tuple.on_gpu(),
            Self::Code(codes) => codes.on_gpu(),
            _ => Self::Top,
        }
    }

    /// The least upper bound in a pixel program.
    ///
    /// Unlike in the paper's T, there is a list of unknown length, which `select` makes: it is only
    /// ever looped over. It has no bound with other lists but ⊤.
    #[must_use]
    pub fn join_on_gpu(&self, other: &Self) -> Self {
        let element = |ty: &Self| match ty {
            Self::List(list) if list.len.is_none() => Some(list.element.clone()),
            _ => None,
        };
        // A point has no bound with a list of two, but what stands for it has.
        let bound = |a: &Self, b: &Self| a.on_gpu().join(&b.on_gpu());
        let joined = match (element(self), element(other)) {
            (Some(a), Some(b)) => bound(&a, &b),
            (Some(only), None) if other.is_unset() => only,
            (None, Some(only)) if self.is_unset() => only,
            _ => return bound(self, other).on_gpu(),
        };
        match joined.on_gpu() {
            Self::Top => Self::Top,
            element => Self::any_list(element),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::FunctionId;
    use crate::types::Scalar;
    use proptest::prelude::*;

    fn types() -> impl Strategy<Value = Type> {
        let leaf = prop_oneof![
            Just(Type::Unset),
            Just(Type::BOOLEAN),
            Just(Type::NAT),
            Just(Type::INT),
            Just(Type::NONNEG),
            Just(Type::REAL),
            Just(Type::COMPLEX),
            Just(Type::String),
            Just(Type::ScalarOrString(Scalar::Nat)),
            Just(Type::ScalarOrString(Scalar::Real)),
            Just(Type::Point),
            Just(Type::Top),
            (0..3u32).prop_map(|code| Type::code(FunctionId(code), 1, Vec::new())),
        ];
        leaf.prop_recursive(3, 16, 3, |inner| {
            let list =
                (proptest::option::of(0..4u32), inner.clone()).prop_map(
                    |(len, element)| match len {
                        Some(len) => Type::list(len, element),
                        None => Type::any_list(element),
                    },
                );
            let tuple = proptest::collection::vec(inner.clone(), 0..4).prop_map(Type::of_elements);
            let code = proptest::collection::vec(inner, 2)
                .prop_map(|captured| Type::code(FunctionId(3), 1, captured));
            prop_oneof![list, tuple, code]
        })
    }

    proptest! {
        #[test]
        fn join_is_a_least_upper_bound(a in types(), b in types(), c in types()) {
            let ab = a.join(&b);
            prop_assert_eq!(&ab, &b.join(&a));
            prop_assert!(a.fits(&ab) && b.fits(&ab));
            prop_assert_eq!(ab.join(&c), a.join(&b.join(&c)));
            prop_assert_eq!(a.join(&a), a.clone());
            prop_assert_eq!(a.fits(&b), a.join(&b) == b);
            if a.fits(&c) && b.fits(&c) {
                prop_assert!(ab.fits(&c), "{ab} is not the least bound below {c}");
            }
        }

        #[test]
        fn what_is_too_deep_is_cut_monotonically(a in types(), b in types(), depth in 0..4usize) {
            let cut = |ty: &Type| ty.no_deeper_than(depth);
            prop_assert!(a.fits(&cut(&a)));
            prop_assert!(cut(&a).nesting() <= depth);
            if a.fits(&b) {
                prop_assert!(cut(&a).fits(&cut(&b)), "{} and {}", cut(&a), cut(&b));
            }
        }

        #[test]
        fn going_to_the_gpu_is_monotone(a in types(), b in types()) {
            if a.fits(&b) {
                prop_assert!(a.on_gpu().fits(&b.on_gpu()));
            }
        }

        #[test]
        fn joins_on_the_gpu_do_not_depend_on_the_order(a in types(), b in types(), c in types()) {
            let ab = a.join_on_gpu(&b);
            prop_assert_eq!(&ab, &b.join_on_gpu(&a));
            prop_assert_eq!(ab.join_on_gpu(&c), a.join_on_gpu(&b.join_on_gpu(&c)));
        }
    }
}
