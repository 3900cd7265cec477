//! The pages that people have written: the applets of the tests, and CindyGL's gallery where `CINDYJS_DIR`
//! names a checkout of CindyJS.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cindyscript_player::source::ReceivedText;
use cindyscript_tests::wanted;

/// All of them, read.
pub(crate) fn pages() -> Vec<ReceivedText> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
    let gallery = wanted("the pages of CindyGL's gallery", ["CINDYJS_DIR"]);
    let gallery = gallery.map(|[root]| root.join("examples/cindygl"));
    let mut pages: Vec<PathBuf> = [Some(own), gallery]
        .into_iter()
        .flatten()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension() == Some("html".as_ref()))
        .collect();
    pages.sort();
    assert!(!pages.is_empty());
    pages.into_iter().map(read).collect()
}

fn read(page: PathBuf) -> ReceivedText {
    let text = fs::read(&page).unwrap();
    ReceivedText {
        path: page.to_str().unwrap().to_owned(),
        text: String::from_utf8_lossy(&text).into_owned(),
        version: 1,
        arrived: Instant::now(),
    }
}
