//! What the user does, as scripts see it.

use std::collections::BTreeMap;

use crate::context::dropped_files::Drop;
use crate::value::element_id::ElementRef;
use crate::value::text::Text;

/// The pointer's position, in world coordinates, before it has moved; CindyJS's.
const MOUSE_AT_START: [f64; 2] = [100.0, 100.0];

/// Pointer, touches and keys, as they are at one moment.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where the pointer is, in world coordinates.
    pub(crate) mouse: [f64; 2],
    /// What is down and where, in world coordinates: 0 is the pointer, fingers count from 1.
    pub(crate) touches: BTreeMap<u32, [f64; 2]>,
    /// Which of them the running script is about.
    pub(crate) touch: u32,
    /// What is being dragged.
    pub(crate) mover: Option<ElementRef>,
    /// The last key: what it types, or its name.
    pub(crate) key: Text,
    /// JavaScript's `keyCode` of it.
    pub(crate) key_code: u32,
    /// The drop that the running script is about.
    pub(crate) drop: Option<Drop>,
}

impl Default for Input {
    fn default() -> Input {
        Input {
            mouse: MOUSE_AT_START,
            touches: BTreeMap::new(),
            touch: 0,
            mover: None,
            key: "".into(),
            key_code: 0,
            drop: None,
        }
    }
}
