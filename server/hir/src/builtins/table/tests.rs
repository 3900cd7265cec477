//! What holds of all rows.

use crate::builtins::{Builtin, BuiltinId, CindyGl, all, find, named};

/// Whether a place is one of an argument.
fn is_argument(row: &Builtin, place: u8) -> bool {
    row.arity.is_some_and(|arity| place < arity)
}

#[test]
fn each_form_is_one_row() {
    for id in all() {
        let same = |other: &&BuiltinId| other.row().arity == id.row().arity;
        assert_eq!(
            named(id.name()).iter().filter(same).count(),
            1,
            "{}",
            id.name()
        );
    }
}

#[test]
fn columns_speak_of_arguments_that_there_are() {
    for row in all().map(BuiltinId::row) {
        let name = row.name;
        assert!(
            row.image.is_none_or(|image| is_argument(row, image.place)),
            "{name}"
        );
        assert!(
            row.copies.is_none_or(|place| is_argument(row, place)),
            "{name}"
        );
        let drawn = row.draws.len();
        assert!(
            drawn == 0 || row.arity.map(usize::from) == Some(drawn),
            "{name}"
        );
        let mut named = row.names.iter();
        assert!(named.all(|(place, _)| is_argument(row, *place)), "{name}");
        assert!(row.folds.is_none() || row.arity == Some(1), "{name}");
        assert!(row.or_loop.is_none() || row.arity == Some(2), "{name}");
        if let CindyGl::Otherwise { template, .. } = row.cindygl {
            for place in template.split('{').skip(1) {
                let place = place.split('}').next().and_then(|place| place.parse().ok());
                assert!(place.is_some_and(|place| is_argument(row, place)), "{name}");
            }
        }
    }
}

#[test]
fn another_name_of_an_operator_is_the_operator() {
    for row in all().map(BuiltinId::row) {
        let (Some(operator), Some(arity)) = (row.alias_of, row.arity) else {
            continue;
        };
        let operator = find(operator, usize::from(arity)).expect("an operator");
        assert_eq!(operator.operator(), row.intrinsic, "{}", row.name);
    }
}

#[test]
fn what_cindygl_lacks_is_there_at_pixels() {
    for row in all().map(BuiltinId::row) {
        assert!(
            row.cindygl == CindyGl::Has || row.is_at_pixels(),
            "{}",
            row.name
        );
    }
}

#[test]
fn one_row_of_a_name_speaks_for_all() {
    for id in all() {
        let says: [fn(&Builtin) -> bool; 2] = [|row| row.usage.is_some(), |row| row.used > 0];
        for says in says {
            let rows = named(id.name()).iter();
            let count = rows.filter(|id| says(id.row())).count();
            assert!(count <= 1, "{}", id.name());
        }
    }
}

#[test]
fn builtin_of_any_arity_takes_hundreds_of_arguments() {
    assert_eq!(find("local", 300), find("local", 3));
    assert!(find("local", 300).is_some());
    assert_eq!(find("sin", 257), None);
}
