//! Models for 3D printers, as CindyPrint makes them: the controls that a page gets, and the models that
//! scripts save.

use std::sync::Arc;

use cindyscript_space::{Solid, SolidError, SolidFormat, SolidOptions, SpaceScene, Triangle};

/// More models are not saved at once.
const MAX_ORDERS: usize = 4;

/// Names of files are cut to so many characters.
const LONGEST_NAME: usize = 100;

/// Models for 3D printers.
#[derive(Clone, Default)]
pub(crate) struct Models {
    /// The controls of the page; none before a script adds them.
    pub(crate) panel: Option<PrintPanel>,
    pub(crate) settings: PrintSettings,
    pub(crate) permission: SavePermission,
    orders: Vec<ModelOrder>,
}

/// The controls for models that a script adds to its page.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintPanel {
    /// The name of the file that a model is saved as.
    pub file: String,
    /// The shape that is saved.
    pub source: PrintSource,
}

/// The shape that controls save a model of.
#[derive(Clone, Debug, PartialEq)]
pub enum PrintSource {
    /// The scene of Cindy3D.
    Scene,
    /// A tube.
    Tube {
        /// The name of the function that returns the points of the path.
        function: String,
        /// The number of points, as an expression.
        count: String,
        /// The radius in twentieths of a unit, as an expression.
        radius: String,
        /// The path is closed.
        is_closed: bool,
    },
    /// A surface: the arguments of `updatepreviewcdygl`, as CindyScript.
    Surface(String),
}

/// The settings of these controls.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintSettings {
    /// The form of models.
    pub solid: SolidOptions,
    /// The cells of the grid on which surfaces are searched, in each direction.
    pub cells: u32,
    /// Surfaces are cut off at a sphere.
    pub clips: bool,
    /// The difference to the value of the function on surfaces.
    pub offset: f64,
}

impl Default for PrintSettings {
    fn default() -> PrintSettings {
        PrintSettings {
            solid: SolidOptions::default(),
            cells: 50,
            clips: false,
            offset: 0.0,
        }
    }
}

/// Says if scripts may save models: a page that plays must not fill the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SavePermission {
    /// They may not.
    #[default]
    Refused,
    /// They may: the user has pressed something.
    Granted,
    /// The user has pressed something before: the models are saved already.
    Repeated,
}

/// A model that a script saves.
#[derive(Clone, Debug)]
pub struct ModelOrder {
    /// The name of the file, without a folder.
    pub file: String,
    /// The shape.
    pub shape: ModelShape,
    /// The form of the model.
    pub options: SolidOptions,
}

/// The shape of a model.
#[derive(Clone, Debug)]
pub enum ModelShape {
    /// A scene.
    Scene(Arc<SpaceScene>),
    /// A tube along a path.
    Tube {
        /// The points of the path.
        path: Vec<[f64; 3]>,
        /// The radius.
        radius: f64,
        /// The path is closed.
        is_closed: bool,
    },
}

impl ModelShape {
    /// A surface of triangles.
    pub(crate) fn surface(triangles: Vec<Triangle>) -> ModelShape {
        ModelShape::Scene(Arc::new(SpaceScene {
            triangles,
            ..SpaceScene::default()
        }))
    }

    /// The model.
    ///
    /// # Errors
    /// Nothing can be printed, or there are too many triangles.
    pub fn solid(&self, options: &SolidOptions) -> Result<Solid, SolidError> {
        match self {
            ModelShape::Scene(scene) => Solid::of_scene(scene, options),
            ModelShape::Tube {
                path,
                radius,
                is_closed,
            } => Solid::of_tube(path, *radius, *is_closed, options),
        }
    }
}

impl Models {
    /// Notes a model to be saved.
    ///
    /// # Errors
    /// The reason why it is not, in one line.
    pub(crate) fn save(&mut self, name: &str, shape: ModelShape) -> Result<(), String> {
        let file = file_name(name);
        if SolidFormat::of(&file).is_none() {
            return Err(format!(
                "not saved: the name of a model ends with .stl or .obj, such as `mesh.stl`, not `{file}`"
            ));
        }
        match self.permission {
            SavePermission::Refused => Err(
                "not saved: a script saves models when the user presses a button, a key or the \
                 picture; on the command line, `render FILE --mesh OUT.stl` does"
                    .to_owned(),
            ),
            SavePermission::Repeated => Ok(()),
            SavePermission::Granted if self.orders.len() >= MAX_ORDERS => Err(format!(
                "not saved: at most {MAX_ORDERS} models are saved at once"
            )),
            SavePermission::Granted => {
                self.orders.push(ModelOrder {
                    file,
                    shape,
                    options: self.settings.solid.clone(),
                });
                Ok(())
            }
        }
    }

    /// Takes the models that scripts have saved.
    pub(crate) fn take(&mut self) -> Vec<ModelOrder> {
        std::mem::take(&mut self.orders)
    }
}

/// The last part of a path, with characters that each system takes.
fn file_name(path: &str) -> String {
    let name = path.rsplit(['/', '\\', ':']).next().unwrap_or_default();
    let is_taken = |c: &char| !c.is_control() && !"<>\"|?*".contains(*c);
    let name: String = name.chars().filter(is_taken).collect();
    let name = name.trim().trim_start_matches('.');
    let count = name.chars().count();
    // The ending stays.
    name.chars()
        .skip(count.saturating_sub(LONGEST_NAME))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_name_has_no_folder() {
        for (path, expected) in [
            ("mesh.stl", "mesh.stl"),
            ("../../a b.stl", "a b.stl"),
            ("C:\\x\\..\\y.obj", "y.obj"),
            ("/etc/.stl", "stl"),
            ("a\n<b>.stl", "ab.stl"),
            ("..", ""),
        ] {
            assert_eq!(file_name(path), expected, "{path}");
        }
        let long = format!("{}.stl", "a".repeat(1000));
        assert_eq!(file_name(&long).len(), LONGEST_NAME);
    }

    #[test]
    fn models_are_saved_only_when_the_user_has_pressed_something() {
        let mut models = Models::default();
        let save = |models: &mut Models, name: &str| {
            models.save(name, ModelShape::surface(Vec::new())).is_ok()
        };
        assert!(!save(&mut models, "a.stl"));
        models.permission = SavePermission::Repeated;
        assert!(save(&mut models, "a.stl"));
        assert!(models.take().is_empty());
        models.permission = SavePermission::Granted;
        assert!(!save(&mut models, "a.png"));
        let saved = (0..9).filter(|_| save(&mut models, "a.stl")).count();
        assert_eq!((saved, models.take().len()), (MAX_ORDERS, MAX_ORDERS));
    }
}
