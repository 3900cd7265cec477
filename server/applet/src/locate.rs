//! Which file a page means by a URL.
//!
//! Only files beside the page are read: what is named stays in the page's folder, or in the folder
//! that its `..` lead to, also where there are links. The rules are the same on all systems, so that
//! a page shows the same on all of them.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The file that a URL of a page means.
///
/// # Errors
/// It is not beside the page: the reason in one line. Whether the file is there is not looked at.
pub fn locate(page: &Path, url: &str) -> Result<PathBuf, String> {
    let name = Name::read(url)?;
    let mut folder = page.parent().unwrap_or(Path::new("")).to_owned();
    folder.extend(std::iter::repeat_n("..", name.up));
    // Above all there are the folders of the system and of other users.
    if name.up > 0 && std::path::absolute(&folder).is_ok_and(|folder| is_root(&folder)) {
        return Err(format!(
            "`{url}` leads out of the folders around the page; only files beside the page are read"
        ));
    }
    let path = folder.join(name.parts.iter().map(AsRef::as_ref).collect::<PathBuf>());
    if leads_out(&folder, &path) {
        return Err(format!(
            "`{url}` is a link that leads out of the page's folder; only files beside the page are \
             read: put a copy there"
        ));
    }
    Ok(path)
}

/// Whether links in a path lead out of the folder that it begins with. What is not there leads
/// nowhere.
#[must_use]
pub fn leads_out(folder: &Path, path: &Path) -> bool {
    let here = |folder: &Path| match folder.as_os_str().is_empty() {
        true => Path::new(".").canonicalize(),
        false => folder.canonicalize(),
    };
    let Ok(folder) = here(folder) else {
        return false;
    };
    // A file that is not there may be beside one that is.
    let there = path.ancestors().find_map(|path| here(path).ok());
    there.is_some_and(|there| !there.starts_with(&folder))
}

/// Whether a path ends at the root of a file system, once each `..` has taken away the folder before.
fn is_root(path: &Path) -> bool {
    use std::path::Component;
    let mut depth = 0_usize;
    for component in path.components() {
        match component {
            Component::Normal(_) => depth += 1,
            Component::ParentDir => depth = depth.saturating_sub(1),
            Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
        }
    }
    depth == 0
}

/// What a URL says: so many folders up, then these parts of a path.
#[derive(Debug, PartialEq, Eq)]
struct Name<'u> {
    up: usize,
    parts: Vec<Cow<'u, str>>,
}

/// Browsers read both as the same.
const SEPARATORS: [char; 2] = ['/', '\\'];

impl<'u> Name<'u> {
    fn read(url: &'u str) -> Result<Self, String> {
        let scheme = url.split_once(':').map(|(scheme, _)| scheme);
        let is_scheme = |scheme: &str| {
            let mut chars = scheme.chars();
            chars
                .next()
                .is_none_or(|first| first.is_ascii_alphanumeric())
                && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        };
        if scheme.is_some_and(is_scheme) {
            return Err(format!(
                "`{url}` is not beside the page; only files beside the page are read"
            ));
        }
        let path = url.split(['?', '#']).next().unwrap_or_default();
        if path.starts_with(SEPARATORS) {
            return Err(format!(
                "`{url}` begins at the root of a server; only files beside the page are read"
            ));
        }
        if path.is_empty() {
            return Err("the name of a file is missing".to_owned());
        }
        let mut name = Name {
            up: 0,
            parts: Vec::new(),
        };
        for part in path.split(SEPARATORS) {
            name.push(unescaped(part), url)?;
        }
        if name.parts.is_empty() {
            return Err(format!("`{url}` is not a file"));
        }
        Ok(name)
    }

    /// Appends a part of a URL's path; an error if no file or folder has this name everywhere.
    fn push(&mut self, part: Cow<'u, str>, url: &str) -> Result<(), String> {
        match &*part {
            "" | "." => {}
            ".." => {
                if self.parts.pop().is_none() {
                    self.up += 1;
                }
            }
            // Once it is unescaped, it names another place than it did before.
            part if part.contains(SEPARATORS) => {
                return Err(format!(
                    "`{url}` hides `/` or `\\` behind `%`; write the path as it is, relative to \
                     the page"
                ));
            }
            part if part.chars().any(char::is_control) => {
                return Err(format!(
                    "`{}` contains a control character, which is not possible in the name of a file",
                    url.escape_debug()
                ));
            }
            part if is_windows_only(part) => {
                return Err(format!(
                    "`{part}` is the name of a drive, a device or a stream on Windows; call the \
                     file something else"
                ));
            }
            _ => self.parts.push(part),
        }
        Ok(())
    }
}

/// Whether Windows takes a part of a path for something else than a file or folder of that name.
fn is_windows_only(part: &str) -> bool {
    const DEVICES: [&str; 7] = ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"];
    // Whatever comes behind the first dot, and blanks before that, make no difference.
    let stem = part.split(['.', ':']).next().unwrap_or_default();
    let stem = stem.trim_end().to_ascii_lowercase();
    let is_numbered = ["com", "lpt"].iter().any(|port| {
        let number = stem.strip_prefix(port).map(|number| number.chars());
        number.is_some_and(|mut number| {
            number.next().is_some_and(|c| "0123456789¹²³".contains(c)) && number.next().is_none()
        })
    });
    part.contains(':') || is_numbered || DEVICES.contains(&&*stem)
}

/// With `%20` and the like replaced; what is not UTF-8 then stays as it is.
fn unescaped(url: &str) -> Cow<'_, str> {
    if !url.contains('%') {
        return Cow::Borrowed(url);
    }
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| first == b'%');
        let byte = escaped
            .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() {
            after.get(2..).unwrap_or_default()
        } else {
            after
        };
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(url), Cow::Owned)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn urls_are_relative_to_the_page() {
        let page = Path::new("/applets/pages/a.html");
        let located = |url| locate(page, url).ok();
        let beside = |path: &str| Some(Path::new("/applets/pages").join(path));
        assert_eq!(located("cat.png"), beside("cat.png"));
        assert_eq!(
            located("../my%20cats/c%C3%A4t.png?v=3#x"),
            beside("../my cats/cät.png")
        );
        assert_eq!(located("100%.png"), beside("100%.png"));
        assert_eq!(located("%+5.png"), beside("%+5.png"));
        // As browsers do.
        assert_eq!(located("my\\.\\cat.png"), beside("my/cat.png"));
        assert_eq!(located("a/../%2e%2E/cat.png"), beside("../cat.png"));
        for elsewhere in [
            "http://a.b/c.png",
            "view-source:http://a.b/c.png",
            "file:///etc/passwd",
            "/etc/passwd",
            "",
            "?x",
        ] {
            assert_eq!(located(elsewhere), None, "{elsewhere}");
        }
    }

    #[test]
    fn what_is_unescaped_stays_beside_the_page() {
        let refused = |url: &str, wanted: &str| {
            let reason = locate(Path::new("/applets/pages/a.html"), url).unwrap_err();
            assert!(reason.contains(wanted), "{url}: {reason}");
        };
        refused("%2Fusr/share/any.png", "hides `/`");
        refused("%2fetc%2fpasswd", "hides `/`");
        refused("a/..%2F..%2Fb.png", "hides `/`");
        refused("%5C%5Chost%5Cshare%5Cx.png", "hides `/`");
        refused("\\\\host\\share\\x.png", "root of a server");
        refused("C:\\x.png", "is not beside the page");
        refused("a/C:x.png", "drive");
        refused("C%3A/x.png", "drive");
        refused("%43%3Ax.png", "drive");
        refused("a.png%3Astream", "drive");
        refused("nul", "device");
        refused("a/CON.png", "device");
        refused("com1 .txt", "device");
        refused("LPT².png", "device");
        refused("a%00.png", "control character");
        refused("../../../etc/passwd", "leads out");
        refused("../%2e%2e/etc/passwd", "leads out");
        for fine in ["console.png", "com.png", "com10.png", "nully", "a/b.c"] {
            assert!(locate(Path::new("/applets/a.html"), fine).is_ok(), "{fine}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_beside_the_page() {
        use std::fs;
        use std::os::unix::fs::symlink;
        let folder = std::env::temp_dir().join(format!("locate-{}", std::process::id()));
        fs::create_dir_all(folder.join("page/in")).unwrap();
        fs::create_dir_all(folder.join("out")).unwrap();
        for file in ["page/a.png", "page/in/b.png", "out/c.png"] {
            fs::write(folder.join(file), "").unwrap();
        }
        let page = folder.join("page/page.html");
        symlink(folder.join("page/in/b.png"), folder.join("page/in.png")).unwrap();
        symlink("../out/c.png", folder.join("page/out.png")).unwrap();
        symlink("../out", folder.join("page/out")).unwrap();
        let located = |url: &str| locate(&page, url);
        for inside in [
            "a.png",
            "in.png",
            "in/b.png",
            "in/no.png",
            "no/no.png",
            "../out/c.png",
        ] {
            assert!(located(inside).is_ok(), "{inside}");
        }
        for outside in ["out.png", "out/c.png", "out/no.png", "out/no/no.png"] {
            let reason = located(outside).unwrap_err();
            assert!(reason.contains("link"), "{reason}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
