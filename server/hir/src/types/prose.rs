//! Types in the words of authors: what messages say instead of the notation, which hovers keep.

use super::{ColourConversion, Scalar, Type};

/// How much is said of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// That they are numbers, or complex.
    Plain,
    /// Whether they are whole.
    Exact,
}

impl Type {
    /// One value of this type: `a list of 2 numbers`.
    #[must_use]
    pub fn in_words(&self) -> String {
        one(self, Detail::Plain)
    }

    /// The same, with whole, real and complex numbers told apart: where a type comes from.
    #[must_use]
    pub fn in_exact_words(&self) -> String {
        one(self, Detail::Exact)
    }

    /// The same type, with the numbers that [`in_words`](Self::in_words) does not tell apart as one
    /// type.
    #[must_use]
    pub fn without_number_kinds(&self) -> Self {
        let plain = |scalar: Scalar| match scalar {
            Scalar::Nat | Scalar::Int | Scalar::NonNeg | Scalar::Real => Scalar::Real,
            Scalar::Boolean | Scalar::Complex => scalar,
        };
        self.map_leaves(&|leaf| match leaf {
            Self::Scalar(scalar) => Self::Scalar(plain(*scalar)),
            Self::ScalarOrString(scalar) => Self::ScalarOrString(plain(*scalar)),
            other => other.clone(),
        })
    }
}

/// Several values, in the order of the text: `a list of 2 numbers and a number`.
#[must_use]
pub fn several(types: &[Type]) -> String {
    let words: Vec<String> = types.iter().map(Type::in_words).collect();
    match words.as_slice() {
        [] => "no arguments".to_owned(),
        [a, b] if a == b => format!("two {}", many(&types[0], Detail::Plain)),
        words => enumerated(words, "and"),
    }
}

/// The numbers of arguments that something may take: `1`, `2 or 3`, `1 to 4`.
pub fn one_of(mut counts: Vec<u32>) -> String {
    counts.sort_unstable();
    counts.dedup();
    match counts[..] {
        [first, _, .., last] if counts.len() > 2 && last - first == counts.len() as u32 - 1 => {
            format!("{first} to {last}")
        }
        _ => {
            let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
            counts.join(" or ")
        }
    }
}

/// `a, b and c`.
#[must_use]
pub fn enumerated(words: &[String], last_by: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {last_by} {last}", first.join(", ")),
    }
}

/// A scalar without its article, in the singular.
fn scalar(scalar: Scalar, detail: Detail) -> &'static str {
    match (scalar, detail) {
        (Scalar::Boolean, _) => "truth value",
        (Scalar::Complex, _) => "complex number",
        (_, Detail::Plain) => "number",
        (Scalar::Nat | Scalar::Int, Detail::Exact) => "whole number",
        (Scalar::NonNeg | Scalar::Real, Detail::Exact) => "real number",
    }
}

fn one(ty: &Type, detail: Detail) -> String {
    match ty {
        Type::Unset => "undefined".to_owned(),
        Type::Scalar(kind) => format!("a {}", scalar(*kind, detail)),
        Type::List(list) => match list.len {
            Some(0) => "an empty list".to_owned(),
            Some(1) => format!("a list of one {}", bare(&list.element, detail)),
            Some(len) => format!("a list of {len} {}", many(&list.element, detail)),
            None if list.element.is_unset() => "a list".to_owned(),
            None => format!("a list of {}", many(&list.element, detail)),
        },
        Type::Tuple(tuple) => {
            let parts = tuple.components();
            match parts.len() {
                0..=3 => {
                    let parts: Vec<String> = parts.iter().map(|part| one(part, detail)).collect();
                    format!("a list of {}", enumerated(&parts, "and"))
                }
                len => format!("a list of {len} unlike elements"),
            }
        }
        Type::String => "a string".to_owned(),
        Type::ScalarOrString(kind) => format!("a {} or a string", scalar(*kind, detail)),
        Type::Dictionary => "a dictionary".to_owned(),
        Type::Point => "a point".to_owned(),
        Type::Line => "a line".to_owned(),
        Type::Circle => "a circle".to_owned(),
        Type::Element => "an element of the construction".to_owned(),
        Type::Shape => "a shape".to_owned(),
        Type::Code(codes) => codes.to_string(),
        Type::Top => "something of unknown kind".to_owned(),
    }
}

/// One without its article, to follow *one*.
fn bare(ty: &Type, detail: Detail) -> String {
    let words = one(ty, detail);
    let plain = words.strip_prefix("a ").or(words.strip_prefix("an "));
    plain.map_or(words.clone(), str::to_owned)
}

/// More than one, to follow a number or *of*.
fn many(ty: &Type, detail: Detail) -> String {
    match ty {
        Type::Unset => "undefined values".to_owned(),
        Type::Scalar(kind) => format!("{}s", scalar(*kind, detail)),
        Type::List(list) => match list.len {
            Some(0) => "empty lists".to_owned(),
            Some(1) => format!("lists of one {}", bare(&list.element, detail)),
            Some(len) => format!("lists of {len} {}", many(&list.element, detail)),
            None if list.element.is_unset() => "lists".to_owned(),
            None => format!("lists of {}", many(&list.element, detail)),
        },
        Type::Tuple(tuple) => format!("lists of {} unlike elements", tuple.len()),
        Type::String => "strings".to_owned(),
        Type::ScalarOrString(kind) => format!("{}s or strings", scalar(*kind, detail)),
        Type::Dictionary => "dictionaries".to_owned(),
        Type::Point => "points".to_owned(),
        Type::Line => "lines".to_owned(),
        Type::Circle => "circles".to_owned(),
        Type::Element => "elements of the construction".to_owned(),
        Type::Shape => "shapes".to_owned(),
        Type::Code(_) => "pieces of code".to_owned(),
        Type::Top => "values of any kind".to_owned(),
    }
}

impl ColourConversion {
    /// In words.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Grey => "a shade of grey, 0 is black and 1 is white",
            Self::Rgb => "red, green, blue",
            Self::Rgba => "red, green, blue, alpha",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ty: &Type, plain: &str, exact: &str) {
        assert_eq!((&*ty.in_words(), &*ty.in_exact_words()), (plain, exact));
    }

    #[test]
    fn words() {
        check(&Type::NAT, "a number", "a whole number");
        check(&Type::REAL, "a number", "a real number");
        check(&Type::COMPLEX, "a complex number", "a complex number");
        check(&Type::BOOLEAN, "a truth value", "a truth value");
        check(
            &Type::list(2, Type::INT),
            "a list of 2 numbers",
            "a list of 2 whole numbers",
        );
        check(
            &Type::list(2, Type::list(3, Type::REAL)),
            "a list of 2 lists of 3 numbers",
            "a list of 2 lists of 3 real numbers",
        );
        check(
            &Type::list(1, Type::REAL),
            "a list of one number",
            "a list of one real number",
        );
        check(
            &Type::any_list(Type::Top),
            "a list of values of any kind",
            "a list of values of any kind",
        );
        check(
            &Type::any_list(Type::ScalarOrString(Scalar::Real)),
            "a list of numbers or strings",
            "a list of real numbers or strings",
        );
        check(
            &Type::of_elements(vec![Type::INT, Type::String]),
            "a list of a number and a string",
            "a list of a whole number and a string",
        );
    }

    #[test]
    fn number_kinds() {
        let check = |ty: &Type, plain: &Type| assert_eq!(&ty.without_number_kinds(), plain);
        check(&Type::list(2, Type::NAT), &Type::list(2, Type::REAL));
        check(
            &Type::ScalarOrString(Scalar::Int),
            &Type::ScalarOrString(Scalar::Real),
        );
        check(&Type::COMPLEX, &Type::COMPLEX);
        check(&Type::BOOLEAN, &Type::BOOLEAN);
    }

    #[test]
    fn several_of_a_kind() {
        let points = [Type::list(2, Type::INT), Type::list(2, Type::REAL)];
        assert_eq!(several(&points), "two lists of 2 numbers");
        let unlike = [Type::String, Type::INT, Type::Point];
        assert_eq!(several(&unlike), "a string, a number and a point");
    }
}
