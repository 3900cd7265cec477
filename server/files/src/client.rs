//! The files of a client, which has no folders that a program could read: an editor in a browser.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ropey::Rope;

use crate::{Open, lock, no_file};

pub(crate) struct Client {
    ask: Box<dyn Fn(&Path) + Send + Sync>,
    /// The client's answers, by the key of the file.
    asked: Mutex<HashMap<PathBuf, Answer>>,
}

#[derive(Debug)]
enum Answer {
    Coming,
    Missing,
    Text(Open),
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Client").field(&self.asked).finish()
    }
}

impl Client {
    pub(crate) fn new(ask: Box<dyn Fn(&Path) + Send + Sync>) -> Client {
        Client {
            ask,
            asked: Mutex::default(),
        }
    }

    /// The client's answer. What was not asked for, or has changed since, is left out.
    pub(crate) fn answer(&self, key: PathBuf, text: Option<Rope>) {
        if let Some(answer) = lock(&self.asked).get_mut(&key) {
            *answer = text.map_or(Answer::Missing, |text| Answer::Text(Open::new(text)));
        }
    }

    /// Forgets the answers about these files, and about those below these folders.
    pub(crate) fn forget(&self, keys: &BTreeSet<PathBuf>) {
        lock(&self.asked).retain(|asked, _| !keys.iter().any(|key| asked.starts_with(key)));
    }

    /// The text of a file, if the client has sent it.
    pub(crate) fn text(&self, key: &Path) -> Option<Rope> {
        match lock(&self.asked).get(key)? {
            Answer::Text(open) => Some(open.rope.clone()),
            Answer::Coming | Answer::Missing => None,
        }
    }

    /// The text of the library that a page names. Asks the client once.
    pub(crate) fn read(&self, key: &Path, name: &str) -> Result<Arc<str>, String> {
        let mut asked = lock(&self.asked);
        match asked.get_mut(key) {
            Some(Answer::Text(open)) => Ok(open.text()),
            Some(Answer::Missing) => Err(no_file(name)),
            Some(Answer::Coming) => Err(coming(name)),
            None => {
                asked.insert(key.to_owned(), Answer::Coming);
                drop(asked);
                (self.ask)(key);
                Err(coming(name))
            }
        }
    }
}

fn coming(name: &str) -> String {
    format!("`{name}` is being read")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::Files;

    #[test]
    fn client_is_asked_once_for_each_file_until_that_changes() {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let files = Files::of_client({
            let asked = Arc::clone(&asked);
            move |key| lock(&asked).push(key.to_owned())
        });
        let page = Path::new("vfs:host/folder/page.html");
        let read = |name: &str| files.library(page, name).map(|text| text.to_string());
        let key = Path::new("vfs:host/folder/a.cjs");
        let said = "`a.cjs` is being read";
        assert_eq!(read("a.cjs").unwrap_err(), said);
        assert_eq!(read("./a.cjs").unwrap_err().len(), said.len() + 2);
        assert_eq!(read("../folder/a.cjs").unwrap_err().len(), said.len() + 10);
        assert_eq!(*lock(&asked), [key]);
        files.answer(key.to_owned(), None);
        assert_eq!(read("a.cjs").unwrap_err(), no_file("a.cjs"));
        files.changed(&BTreeSet::from([key.to_owned()]));
        assert_eq!(read("a.cjs").unwrap_err(), said);
        files.answer(key.to_owned(), Some(Rope::from_str("a = 1;")));
        assert_eq!(read("a.cjs").unwrap(), "a = 1;");
        assert!(files.is_there(key));
        assert_eq!(lock(&asked).len(), 2);
        // The text in the editor counts.
        files.open(key.to_owned(), Rope::from_str("a = 2;"));
        assert_eq!(read("a.cjs").unwrap(), "a = 2;");
        // An answer without a question is dropped.
        files.answer(PathBuf::from("vfs:host/b.cjs"), Some(Rope::new()));
        assert!(!files.is_there(Path::new("vfs:host/b.cjs")));
    }
}
