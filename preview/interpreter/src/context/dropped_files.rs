//! Files that the user drops on the canvas, as the script `ondrop` sees them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Context;
use super::image_memory::{file_bytes, no_room};
use super::page_image::PageImage;
use crate::display::picture::Picture;
use crate::value::Value;
use crate::value::dictionary::{Dictionary, EntryContent};

/// The number of pictures dropped so far, which their names have in them.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// A file that the user has dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct DroppedFile {
    /// The name, without its folder.
    pub name: String,
    /// The MIME type; empty if it is not known.
    pub mime: String,
    /// The content.
    pub content: DroppedContent,
}

/// The content of a file that the user has dropped.
#[derive(Clone, Debug, PartialEq)]
pub enum DroppedContent {
    /// The file cannot be read, or is of another kind.
    Nothing,
    /// A text.
    Text(String),
    /// A text in JSON.
    Json(String),
    /// A picture, and the name that scripts use.
    Picture(DroppedPicture),
}

/// A picture with a name that no other image has.
#[derive(Clone, Debug)]
pub struct DroppedPicture {
    name: Arc<str>,
    picture: Picture,
}

impl PartialEq for DroppedPicture {
    fn eq(&self, other: &DroppedPicture) -> bool {
        self.name == other.name
    }
}

impl DroppedPicture {
    /// A picture from a file of this name.
    #[must_use]
    pub fn new(file: &str, picture: Picture) -> DroppedPicture {
        let number = COUNT.fetch_add(1, Ordering::Relaxed) + 1;
        DroppedPicture {
            name: format!("dropped {number}: {file}").into(),
            picture,
        }
    }
}

/// A drop on the canvas.
#[derive(Clone, Debug)]
pub(crate) struct Drop {
    pub(crate) files: Arc<[DroppedFile]>,
    /// In world coordinates.
    pub(crate) at: [f64; 2],
}

/// The value of `dropped()`: of each file its content, the type of that, its MIME type and its name.
pub(crate) fn dropped(context: &mut Context) -> Value {
    let Some(drop) = context.input.drop.clone() else {
        return Value::Undefined;
    };
    let mut values = Vec::with_capacity(drop.files.len());
    for file in drop.files.iter() {
        let (content, ty) = content(context, &file.content);
        let row = [
            content,
            ty.into(),
            file.mime.as_str().into(),
            file.name.as_str().into(),
        ];
        values.push(row.into_iter().collect::<Value>());
    }
    values.into_iter().collect()
}

/// The value of a content, and CindyJS's name of its type.
fn content(context: &mut Context, content: &DroppedContent) -> (Value, &'static str) {
    let value = match content {
        DroppedContent::Nothing => Value::Undefined,
        DroppedContent::Text(text) => text.as_str().into(),
        DroppedContent::Json(text) => {
            serde_json::from_str(text).map_or(Value::Undefined, |json| from_json(&json))
        }
        DroppedContent::Picture(dropped) => {
            let value = image(context, dropped);
            let ty = match value {
                Value::Undefined => "undefined",
                _ => "image",
            };
            return (value, ty);
        }
    };
    let ty = match value {
        Value::Boolean(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::List(_) => "list",
        Value::Dictionary(_) => "dict",
        _ => "undefined",
    };
    (value, ty)
}

/// The name of a picture, which the applet has from now on among its images.
fn image(context: &mut Context, dropped: &DroppedPicture) -> Value {
    let DroppedPicture { name, picture } = dropped;
    let (size, room) = (picture.size(), context.images.room_for(name));
    if file_bytes(size) > room {
        let reason = no_room(size, file_bytes(size), room);
        return context.warn(format!("`{name}`: {reason}"));
    }
    context.images.load(&PageImage {
        name: Arc::clone(name),
        picture: picture.clone(),
        film: None,
        missing: None,
    });
    (&**name).into()
}

/// The value of a JSON text, which is nested at most 128 deep.
fn from_json(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Undefined,
        serde_json::Value::Bool(value) => (*value).into(),
        serde_json::Value::Number(number) => number.as_f64().map_or(Value::Undefined, Value::from),
        serde_json::Value::String(text) => text.as_str().into(),
        serde_json::Value::Array(items) => items.iter().map(from_json).collect(),
        serde_json::Value::Object(entries) => {
            let dictionary = Dictionary::default();
            for (key, value) in entries {
                dictionary.set(key, EntryContent::Value(from_json(value)));
            }
            Value::Dictionary(dictionary)
        }
    }
}
