//! Images that a page names and that are not there.

use cindyscript_diagnostic::{Code, Diagnostic};
use std::path::Path;

use crate::{Image, ImageKind, Page, locate};

impl Page {
    /// Says of each image why it is missing, where this knows of a reason.
    pub fn look_for_images(&mut self, missing: &mut dyn FnMut(&Image) -> Option<String>) {
        let images = self.applets.iter().flat_map(|applet| &applet.images);
        let problems = images.filter_map(|image| {
            let reason = missing(image)?;
            let code = Code::MissingImage;
            Some(Diagnostic::new(code, image.range, reason))
        });
        let found: Vec<Diagnostic> = problems.collect();
        if !found.is_empty() {
            self.problems.extend(found);
            self.problems
                .sort_by_key(|problem| (problem.range.start(), problem.range.end()));
        }
    }
}

/// Why an image of a page is missing, in one line; none if it may be there. It is not opened.
#[must_use]
pub fn missing_image(page: &Path, image: &Image) -> Option<String> {
    let url = image.url.as_deref()?.trim();
    let is_data = url
        .get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    // A page that is not saved has nothing beside it.
    if is_data || !page.is_file() {
        return None;
    }
    let path = match locate(page, url) {
        Ok(path) => path,
        Err(reason) => return Some(reason),
    };
    // Beside a video there may be what stands for it.
    let is_there = path.exists() || image.kind == ImageKind::Video && has_namesake(&path);
    (!is_there).then(|| format!("there is no file `{url}` beside the page"))
}

/// Whether a file or folder beside this one is named like it, but for the ending.
fn has_namesake(path: &Path) -> bool {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter();
    let mut names = entries.flatten().flatten().map(|entry| entry.path());
    names.any(|other| other.file_stem() == path.file_stem())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;

    use crate::parse_file;

    use super::*;

    #[test]
    fn missing_images_are_told_where_they_are_named() {
        let folder = std::env::temp_dir().join(format!("missing-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("page.html");
        let text = "<div id=\"CSCanvas\"></div><script>CindyJS({ports: [{id: \"CSCanvas\"}], \
                    images: {cat: \"cat.png\", dog: \"dog.png\", web: \"http://a.b/c.png\", \
                    data: \"data:,\"}, videos: {film: \"film.mp4\", none: \"none.mp4\"}});</script>";
        fs::write(&path, text).unwrap();
        for file in ["cat.png", "film.gif"] {
            fs::write(folder.join(file), "").unwrap();
        }
        let said = |path: &Path| {
            let mut page = parse_file("page.html", text);
            page.look_for_images(&mut |image| missing_image(path, image));
            let said = page.problems.iter().map(|problem| {
                assert_eq!(problem.code, Code::MissingImage, "{problem:?}");
                let place = &text[problem.range];
                (place.to_owned(), problem.message.clone())
            });
            said.collect::<Vec<_>>()
        };
        let expected = [
            (
                "dog: \"dog.png\"",
                "there is no file `dog.png` beside the page",
            ),
            (
                "web: \"http://a.b/c.png\"",
                "`http://a.b/c.png` is not beside the page; only files beside the page are read",
            ),
            (
                "none: \"none.mp4\"",
                "there is no file `none.mp4` beside the page",
            ),
        ];
        let expected = expected.map(|(place, message)| (place.to_owned(), message.to_owned()));
        assert_eq!(said(&path), expected);
        assert_eq!(said(&folder.join("unsaved.html")), []);
        fs::remove_dir_all(&folder).unwrap();
    }
}
