//! What the window is called: its file, and what is the matter with it.

use std::path::Path;

use cindyscript_protocol::visible;

/// What a title says besides the name of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// What is wrong, in a line.
    pub error: Option<String>,
    /// Which applet of the file is shown, counted from 0, and how many there are; none of a single
    /// one.
    pub applet: Option<(usize, usize)>,
    /// Whether time stands still.
    pub paused: bool,
}

/// The title of a window that shows a file. Window systems take no titles with control characters,
/// and some end the program at one.
pub fn title(path: &str, standing: &Standing) -> String {
    /// More of an error is no title.
    const LONGEST: usize = 80;
    let name = Path::new(path).file_name().unwrap_or_default();
    let mut parts = vec![name.to_string_lossy().into_owned()];
    if let Some((shown, count)) = standing.applet {
        parts.push(format!("applet {} of {count}", shown + 1));
    }
    if let Some(error) = &standing.error {
        let (count, shown) = (error.chars().count(), error.chars().take(LONGEST));
        let shown: String = shown.chain((count > LONGEST).then_some('…')).collect();
        parts.push(shown);
    }
    if standing.paused {
        parts.push("paused".to_owned());
    }
    parts.push("CindyScript".to_owned());
    visible(&parts.join(" – ")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_says_what_is_the_matter() {
        let mut standing = Standing::default();
        assert_eq!(title("/home/a.html", &standing), "a.html – CindyScript");
        standing.paused = true;
        assert_eq!(title("a.html", &standing), "a.html – paused – CindyScript");
        standing.error = Some("line 3: no element 5".to_owned());
        assert_eq!(
            title("a.html", &standing),
            "a.html – line 3: no element 5 – paused – CindyScript"
        );
        standing.applet = Some((1, 3));
        assert!(title("a.html", &standing).starts_with("a.html – applet 2 of 3 – line 3"));
        standing.applet = None;
        standing.error = Some("long ".repeat(100));
        let title = title("a.html", &standing);
        assert!(title.chars().count() < 120, "{title}");
    }

    #[test]
    fn no_title_holds_what_a_window_system_does_not_take() {
        let title = |path| title(path, &Standing::default());
        assert_eq!(title("a\0b.html"), "a\\u{0}b.html – CindyScript");
        assert_eq!(title("a\nb\u{1b}[2J"), "a\\u{a}b\\u{1b}[2J – CindyScript");
        assert_eq!(title(""), " – CindyScript");
    }
}
