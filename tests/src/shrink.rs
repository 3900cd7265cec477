//! The smallest text that is wrong in the same way (Zeller, Hildebrandt, *Simplifying and Isolating
//! Failure-Inducing Input*, 2002).

use std::time::{Duration, Instant};

/// How long a text is made smaller.
const PATIENCE: Duration = Duration::from_secs(120);

/// Leaves out as much of a text as it can while `is_wrong` holds: lines, then characters.
#[must_use]
pub fn smallest(text: &str, mut is_wrong: impl FnMut(&str) -> bool) -> String {
    let deadline = Instant::now() + PATIENCE;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let text = without(lines, deadline, &mut is_wrong).concat();
    let mut characters: Vec<&str> = Vec::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let (character, after) = rest.split_at(first.len_utf8());
        characters.push(character);
        rest = after;
    }
    without(characters, deadline, &mut is_wrong).concat()
}

/// Leaves out runs of parts, the longest first.
fn without<'a>(
    mut parts: Vec<&'a str>,
    deadline: Instant,
    is_wrong: &mut impl FnMut(&str) -> bool,
) -> Vec<&'a str> {
    let mut run = parts.len().div_ceil(2);
    while run > 0 {
        let mut at = 0;
        let mut shorter = false;
        while at < parts.len() && Instant::now() < deadline {
            let end = (at + run).min(parts.len());
            let rest = [&parts[..at], &parts[end..]].concat();
            if is_wrong(&rest.concat()) {
                (parts, shorter) = (rest, true);
            } else {
                at = end;
            }
        }
        if Instant::now() >= deadline {
            break;
        }
        if !shorter || run > 1 {
            run /= 2;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_needed_is_left_out() {
        let text = "one\ntwo (\nthree\nfour )\nfive\n";
        let found = smallest(text, |text| text.contains('(') && text.contains(')'));
        assert_eq!(found, "()");
    }
}
