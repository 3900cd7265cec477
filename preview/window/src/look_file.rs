//! How large bars and panels are in all windows of a user: kept from one opening to the next.

use serde::{Deserialize, Serialize};

use crate::look::kept_scale;
use crate::state_file::StateFile;

/// The file that it is kept in.
#[derive(Clone, Debug)]
pub struct LookFile(StateFile<KeptLook>);

/// What is kept, as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct KeptLook {
    scale: f64,
}

/// What stands in the file where others have the path of what they keep something of.
const ALL_WINDOWS: &str = "all windows";

impl LookFile {
    /// That of the user; of one without a folder for it, nothing is kept.
    pub fn of_user() -> LookFile {
        LookFile(StateFile::of_user(
            "look.json",
            "the size of bars and panels",
        ))
    }

    /// How much larger bars and panels are than the system wants them.
    pub fn scale(&self) -> f64 {
        let kept = self.0.find(ALL_WINDOWS);
        kept.and_then(|kept| kept_scale(kept.scale)).unwrap_or(1.0)
    }

    /// Keeps that.
    pub fn keep_scale(&self, scale: f64) {
        let kept = (scale != 1.0).then_some(KeptLook { scale });
        self.0.keep(ALL_WINDOWS, kept);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;

    use super::*;

    #[test]
    fn a_scale_is_found_again_if_it_can_be_chosen() {
        let folder = std::env::temp_dir().join(format!("look-{}", std::process::id()));
        let path = folder.join("look.json");
        let file = LookFile(StateFile::at(Some(path.clone()), "what is tested"));
        assert_eq!(file.scale(), 1.0);
        file.keep_scale(1.5);
        assert_eq!(file.scale(), 1.5);
        let written = fs::read_to_string(&path).unwrap();
        fs::write(&path, written.replace("1.5", "-7")).unwrap();
        assert_eq!(file.scale(), 1.0);
        file.keep_scale(2.0);
        file.keep_scale(1.0);
        assert_eq!(file.scale(), 1.0);
        assert!(!fs::read_to_string(&path).unwrap().contains("scale"));
        drop(fs::remove_dir_all(folder));
    }
}
