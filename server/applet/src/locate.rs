//! Which file a page means by a URL.

use std::path::{Path, PathBuf};

/// The file that a URL of a page means.
///
/// # Errors
/// It is not beside the page: the reason in one line. Whether the file is there is not looked at.
pub fn locate(page: &Path, url: &str) -> Result<PathBuf, String> {
    let scheme = url.split_once(':').map(|(scheme, _)| scheme);
    if scheme.is_some_and(|scheme| scheme.chars().all(|c| c.is_ascii_alphanumeric())) {
        return Err(format!(
            "`{url}` is not beside the page; nothing is fetched"
        ));
    }
    if url.starts_with(['/', '\\']) {
        return Err(format!(
            "`{url}` begins at the root of a server; only files beside the page are read"
        ));
    }
    let path = url.split(['?', '#']).next().unwrap_or_default();
    if path.is_empty() {
        return Err("the name of a file is missing".to_owned());
    }
    let folder = page.parent().unwrap_or(Path::new(""));
    Ok(folder.join(unescaped(path)))
}

/// With `%20` and the like replaced; what is not UTF-8 then stays as it is.
fn unescaped(url: &str) -> String {
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| first == b'%');
        let byte = escaped
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() {
            after.get(2..).unwrap_or_default()
        } else {
            after
        };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| url.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_relative_to_the_page() {
        let page = Path::new("/applets/a.html");
        let located = |url| locate(page, url).ok();
        let beside = |path: &str| Some(Path::new("/applets").join(path));
        assert_eq!(located("cat.png"), beside("cat.png"));
        assert_eq!(
            located("../my%20cats/c%C3%A4t.png?v=3#x"),
            beside("../my cats/cät.png")
        );
        assert_eq!(located("100%.png"), beside("100%.png"));
        for elsewhere in [
            "http://a.b/c.png",
            "file:///etc/passwd",
            "/etc/passwd",
            "",
            "?x",
        ] {
            assert_eq!(located(elsewhere), None, "{elsewhere}");
        }
    }
}
