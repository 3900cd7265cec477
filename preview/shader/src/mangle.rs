//! The authors' names in WGSL.

use std::collections::HashSet;

/// Hands out identifiers that occur once in a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mangler {
    taken: HashSet<String>,
}

impl Mangler {
    /// An identifier for an author's name, recognisable, with a prefix that keeps it apart from
    /// WGSL's words and from our own names; numbered where the name has been taken.
    pub(crate) fn identifier(&mut self, prefix: &str, name: &str) -> String {
        let stem = format!("{prefix}_{}", escape(name));
        let mut identifier = stem.clone();
        let mut number = 2;
        while !self.taken.insert(identifier.clone()) {
            identifier = format!("{stem}_{number}");
            number += 1;
        }
        identifier
    }
}

/// ASCII letters and digits as they are; `#`, primes and other letters written out.
fn escape(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '#' => escaped.push_str("hash"),
            '\'' => escaped.push_str("_prime"),
            c if c.is_ascii_alphanumeric() => escaped.push(c),
            c => escaped.push_str(&format!("u{:x}_", u32::from(c))),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn names_are_readable_and_never_meet() {
        let mut mangler = Mangler::default();
        let names = [
            "x", "#", "hash", "x'", "x''", "xprime", "α", "u3b1", "x", "x", "filter", "",
        ];
        let identifiers = names.map(|name| mangler.identifier("v", name));
        assert_eq!(
            identifiers,
            [
                "v_x",
                "v_hash",
                "v_hash_2",
                "v_x_prime",
                "v_x_prime_prime",
                "v_xprime",
                "v_u3b1_",
                "v_u3b1",
                "v_x_2",
                "v_x_3",
                "v_filter",
                "v_"
            ]
        );
    }
}
