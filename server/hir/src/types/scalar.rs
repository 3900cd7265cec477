//! Numbers and truth values.

/// The type of a number or a truth value.
///
/// Ordered by inclusion, except that [`Int`](Scalar::Int) and [`NonNeg`](Scalar::NonNeg) are not
/// comparable: see [`Scalar::join`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// `true` or `false`.
    Boolean,
    /// An integer that is known not to be negative; shown as `int`.
    Nat,
    /// An integer.
    Int,
    /// A real number that is known not to be negative; shown as `real`.
    NonNeg,
    /// A real number.
    Real,
    /// A complex number.
    Complex,
}

impl Scalar {
    /// Whether every value of `self` is a value of `other`: σ ⊑ τ.
    #[must_use]
    pub fn fits(self, other: Self) -> bool {
        self.join(other) == other
    }

    /// The least upper bound σ ⊔ τ.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        match (self.min(other), self.max(other)) {
            (Self::Int, Self::NonNeg) => Self::Real,
            (_, upper) => upper,
        }
    }

    /// The paper's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Nat | Self::Int => "int",
            Self::NonNeg | Self::Real => "real",
            Self::Complex => "complex",
        }
    }

    /// The type of the values of this type that are real and not negative, as long as those that
    /// are not real have no smaller type anyway.
    #[must_use]
    pub fn not_negative(self) -> Self {
        match self {
            Self::Int => Self::Nat,
            Self::Real => Self::NonNeg,
            other => other,
        }
    }

    /// The type without the knowledge of its sign.
    #[must_use]
    pub fn unsigned_forgotten(self) -> Self {
        match self {
            Self::Nat => Self::Int,
            Self::NonNeg => Self::Real,
            other => other,
        }
    }
}
