//! What the desktop says its user prefers, as far as the window system does not tell it: asked of the
//! programs and files that desktops have for that, which takes some milliseconds.

#[cfg(target_os = "linux")]
use std::path::Path;
#[cfg(any(target_os = "linux", target_os = "macos"))]
use std::process::Command;

use winit::window::Theme;

use crate::look::Scheme;

/// What the user prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Preferences {
    /// Light or dark, if something is said.
    pub(super) scheme: Option<Scheme>,
    /// Whether less should move.
    pub(super) less_motion: bool,
}

/// Asks the desktop.
#[cfg(target_os = "linux")]
pub(super) fn ask() -> Preferences {
    let setting = |name| output("gsettings", &["get", "org.gnome.desktop.interface", name]);
    let (scheme, animations) = (setting("color-scheme"), setting("enable-animations"));
    if scheme.is_some() || animations.is_some() {
        return Preferences {
            scheme: match scheme.as_deref() {
                Some("'prefer-dark'") => Some(Scheme::Dark),
                Some("'prefer-light'") => Some(Scheme::Light),
                _ => None,
            },
            less_motion: animations.as_deref() == Some("false"),
        };
    }
    let folder = std::env::var_os("XDG_CONFIG_HOME").map(Into::into);
    let folder = folder.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".config")));
    let files = ["gtk-4.0", "gtk-3.0"].into_iter().filter_map(|version| {
        std::fs::read_to_string(folder.as_ref()?.join(version).join("settings.ini")).ok()
    });
    files.map(|text| of_file(&text)).next().unwrap_or_default()
}

/// What stands in a file of GTK's settings.
#[cfg(target_os = "linux")]
fn of_file(text: &str) -> Preferences {
    let value = |name: &str| {
        let lines = text.lines().filter_map(|line| line.split_once('='));
        let mut of_name = lines.filter(|(key, _)| key.trim() == name);
        of_name.next().map(|(_, value)| value.trim())
    };
    let is = |value: Option<&str>, words: [&str; 2]| value.is_some_and(|it| words.contains(&it));
    let prefers_dark = value("gtk-application-prefer-dark-theme");
    Preferences {
        scheme: is(prefers_dark, ["1", "true"]).then_some(Scheme::Dark),
        less_motion: is(value("gtk-enable-animations"), ["0", "false"]),
    }
}

/// Asks the system; light or dark says its window.
#[cfg(target_os = "macos")]
pub(super) fn ask() -> Preferences {
    let less = output(
        "defaults",
        &["read", "com.apple.universalaccess", "reduceMotion"],
    );
    Preferences {
        less_motion: less.as_deref() == Some("1"),
        ..Preferences::default()
    }
}

/// Light or dark says its window; of motion nothing is asked.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) fn ask() -> Preferences {
    Preferences::default()
}

/// The scheme that the window system means.
pub(super) fn scheme(theme: Theme) -> Scheme {
    match theme {
        Theme::Light => Scheme::Light,
        Theme::Dark => Scheme::Dark,
    }
}

/// The line that a program prints, if it can be run and succeeds.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn files_of_gtk_say_what_is_preferred() {
        let check = |text: &str, scheme, less_motion| {
            let expected = Preferences {
                scheme,
                less_motion,
            };
            assert_eq!(of_file(text), expected, "{text}");
        };
        check("", None, false);
        check("[Settings]\ngtk-enable-animations=false\n", None, true);
        check("gtk-enable-animations = 1", None, false);
        check(
            "gtk-application-prefer-dark-theme=1\ngtk-enable-animations=0",
            Some(Scheme::Dark),
            true,
        );
        check("gtk-application-prefer-dark-theme=false", None, false);
    }
}
