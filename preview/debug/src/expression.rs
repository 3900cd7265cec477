//! The texts of breakpoints: conditions on the number of hits, and messages.

use cindyscript_interpreter::{HitCondition, MessagePart};

/// Makes a condition of its number.
type MakeCondition = fn(u64) -> HitCondition;

/// Reads a condition on the number of hits: `5`, `> 5`, `>= 5`, `< 5`, `<= 5`, `== 5`, `% 5`.
///
/// # Errors
/// The text has another form.
pub(crate) fn hit_condition(text: &str) -> Result<HitCondition, String> {
    let text = text.trim();
    let operators: [(&str, MakeCondition); 7] = [
        (">=", HitCondition::AtLeast),
        ("<=", HitCondition::AtMost),
        ("==", HitCondition::Equal),
        (">", HitCondition::Greater),
        ("<", HitCondition::Less),
        ("%", HitCondition::Every),
        ("", HitCondition::Equal),
    ];
    let read = |(operator, make): &(&str, MakeCondition)| {
        let number = text.strip_prefix(operator)?.trim().parse().ok()?;
        Some(make(number)).filter(|condition| condition.can_hold())
    };
    operators.iter().find_map(read).ok_or_else(|| {
        format!("`{text}` is no condition on the number of hits: write `5`, `>= 5` or `% 5`")
    })
}

/// Reads a message with expressions in braces. A brace that is not closed is text.
pub(crate) fn message(text: &str) -> Vec<MessagePart> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('{')
        && let Some(length) = closing(&rest[start..])
    {
        if start > 0 {
            parts.push(MessagePart::Text(rest[..start].to_owned()));
        }
        let inside = &rest[start + 1..start + length];
        parts.push(MessagePart::Expression(inside.to_owned()));
        rest = &rest[start + length + 1..];
    }
    if !rest.is_empty() {
        parts.push(MessagePart::Text(rest.to_owned()));
    }
    parts
}

/// The place of the brace that closes the first one. Braces in strings do not count.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut is_string) = (0, false);
    let mut places = text.char_indices();
    places.find_map(|(place, char)| {
        match char {
            '"' => is_string = !is_string,
            '{' if !is_string => depth += 1,
            '}' if !is_string => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_conditions_are_read() {
        let read = |text: &str| hit_condition(text).ok();
        assert_eq!(read("5"), Some(HitCondition::Equal(5)));
        assert_eq!(read(" >= 5 "), Some(HitCondition::AtLeast(5)));
        assert_eq!(read("<=5"), Some(HitCondition::AtMost(5)));
        assert_eq!(read("> 5"), Some(HitCondition::Greater(5)));
        assert_eq!(read("<5"), Some(HitCondition::Less(5)));
        assert_eq!(read("% 3"), Some(HitCondition::Every(3)));
        assert_eq!(read("often"), None);
        assert_eq!([read("0"), read("% 0"), read("< 1")], [None, None, None]);
        assert_eq!(read("-1"), None);
    }

    #[test]
    fn messages_are_taken_apart() {
        let text = |text: &str| MessagePart::Text(text.to_owned());
        let code = |text: &str| MessagePart::Expression(text.to_owned());
        assert_eq!(message("x is {x}"), [text("x is "), code("x")]);
        assert_eq!(
            message("{f({\"a\": 1})}!"),
            [code("f({\"a\": 1})"), text("!")]
        );
        assert_eq!(message("{\"}\"}"), [code("\"}\"")]);
        assert_eq!(message("{x"), [text("{x")]);
        assert_eq!(message(""), []);
    }
}
