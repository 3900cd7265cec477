//! Pictures in space: what Cindy3D keeps of each of its canvases.

use std::sync::Arc;

use cindyscript_space::{MAX_SHAPES, Material, Motion, Pose, Solid, SpaceCamera, SpaceScene};
use smol_str::SmolStr;

use crate::display::picture::Picture;

/// From sizes, as scripts give them, to units of the world.
pub(crate) const SIZE: f64 = 0.05;

/// The canvas of models for 3D printers.
pub const MODEL_CANVAS: &str = "Cindy3DPreview";

/// The look of these models, and the colour behind them, as CindyPrint has them.
pub(crate) const MODEL: Material = Material {
    colour: [0.75; 3],
    alpha: 1.0,
    shininess: 60.0,
};
const BEHIND_MODEL: [f64; 3] = [0.22; 3];

/// A page has no more canvases: each may hold a large part of the memory.
const MAX_VIEWERS: usize = 8;

/// More appearances are not saved.
const MAX_SAVED: usize = 1000;

/// The pictures in space of an applet.
#[derive(Clone, Default)]
pub(crate) struct Space {
    viewers: Vec<Viewer>,
    /// The picture between `begin3d` and `end3d`, by its index.
    current: Option<usize>,
    /// Cameras for canvases that no script has begun yet, by name.
    cameras: Vec<MovedCamera>,
}

/// A camera that the user has moved.
#[derive(Clone, Debug, PartialEq)]
pub struct MovedCamera {
    /// The id of its canvas.
    pub canvas: SmolStr,
    /// The pose that scripts gave it.
    pub from: Pose,
    /// The pose that the user gave it.
    pub to: Pose,
}

/// A picture in space, and the state of drawing there.
#[derive(Clone)]
pub(crate) struct Viewer {
    /// The id of its canvas.
    pub(crate) name: SmolStr,
    scene: Arc<SpaceScene>,
    /// The scene at the last `end3d`.
    pub(crate) shown: Option<Arc<SpaceScene>>,
    /// The texture of all triangles.
    pub(crate) texture: Option<Picture>,
    pub(crate) camera: SpaceCamera,
    /// The pose that scripts gave the camera, if the user has moved it since.
    unmoved: Option<Pose>,
    pub(crate) looks: Looks,
    saved: Vec<Looks>,
}

/// Default looks of shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Looks {
    pub(crate) point: Look,
    pub(crate) line: Look,
    pub(crate) surface: Look,
}

/// The look of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) colour: [f64; 3],
    pub(crate) alpha: f64,
    pub(crate) shininess: f64,
    /// A radius, in units of the world.
    pub(crate) size: f64,
}

impl Look {
    const fn of(colour: [f64; 3]) -> Look {
        Look {
            colour,
            alpha: 1.0,
            shininess: 60.0,
            size: SIZE,
        }
    }

    pub(crate) fn material(&self) -> Material {
        Material {
            colour: self.colour.map(|component| component as f32),
            alpha: self.alpha as f32,
            shininess: self.shininess as f32,
        }
    }
}

impl Default for Looks {
    fn default() -> Looks {
        Looks {
            point: Look::of([1.0, 0.0, 0.0]),
            line: Look::of([0.0, 0.0, 1.0]),
            surface: Look::of([0.0, 1.0, 0.0]),
        }
    }
}

impl Space {
    /// `begin3d`: what was drawn on the canvas of a name is gone. A new canvas is made with these
    /// settings. None if there are too many.
    pub(crate) fn begin(&mut self, name: &str, antialias: bool, supersample: u32) -> Option<()> {
        let index = self.viewer(name, antialias, supersample)?;
        self.viewers[index].clear();
        self.current = Some(index);
        Some(())
    }

    /// The index of the canvas of a name. A new one is made with these settings. None if there are too many.
    fn viewer(&mut self, name: &str, antialias: bool, supersample: u32) -> Option<usize> {
        let known = self.viewers.iter().position(|viewer| viewer.name == name);
        if known.is_some() {
            return known;
        }
        if self.viewers.len() >= MAX_VIEWERS {
            return None;
        }
        let mut viewer = Viewer {
            name: name.into(),
            scene: Arc::new(SpaceScene {
                antialias,
                supersample,
                ..SpaceScene::default()
            }),
            shown: None,
            texture: None,
            camera: SpaceCamera::default(),
            unmoved: None,
            looks: Looks::default(),
            saved: Vec::new(),
        };
        if let Some(moved) = self.cameras.iter().find(|moved| moved.canvas == name) {
            viewer.move_to(moved.to.clone());
        }
        self.viewers.push(viewer);
        Some(self.viewers.len() - 1)
    }

    /// Shows a model for 3D printers on a canvas of its own, seen as the scene is.
    ///
    /// # Errors
    /// The reason why it is not shown, in one line.
    pub(crate) fn show_model(&mut self, solid: &Solid) -> Result<(), String> {
        if solid.faces() > MAX_SHAPES {
            return Err(format!(
                "not shown: the model has {} triangles, and at most {MAX_SHAPES} are painted; it can be saved",
                solid.faces()
            ));
        }
        let mut others = self.viewers.iter().filter(|it| it.name != MODEL_CANVAS);
        let camera = others.next().map(|viewer| viewer.camera.clone());
        let index = self.viewer(MODEL_CANVAS, true, 1);
        let index = index.ok_or("not shown: the page has too many pictures in space")?;
        let viewer = &mut self.viewers[index];
        let scene = Arc::new(SpaceScene {
            background: BEHIND_MODEL,
            triangles: solid.shown(&MODEL),
            ..SpaceScene::default()
        });
        (viewer.scene, viewer.shown) = (Arc::clone(&scene), Some(scene));
        match camera {
            _ if viewer.unmoved.is_some() => {}
            Some(camera) => viewer.camera = camera,
            None => {
                let [centre, back] = solid.place();
                viewer.camera.look_at(back, centre, [0.0, 1.0, 0.0]);
            }
        }
        Ok(())
    }

    /// `end3d`: what was drawn is shown. None before `begin3d`.
    pub(crate) fn end(&mut self) -> Option<()> {
        let viewer = &mut self.viewers[self.current.take()?];
        viewer.shown = Some(Arc::clone(&viewer.scene));
        Some(())
    }

    /// The picture that is drawn on.
    pub(crate) fn current(&mut self) -> Option<&mut Viewer> {
        self.viewers.get_mut(self.current?)
    }

    /// All pictures, in the order in which scripts began them.
    pub(crate) fn viewers(&self) -> &[Viewer] {
        &self.viewers
    }

    /// The user moves the camera of the canvas of a name.
    pub(crate) fn move_camera(&mut self, name: &str, motion: Motion) {
        let mut viewers = self.viewers.iter_mut();
        if let Some(viewer) = viewers.find(|viewer| viewer.name == name) {
            let mut camera = viewer.camera.clone();
            camera.apply(motion);
            viewer.move_to(camera.pose);
        }
    }

    /// The cameras that the user has moved.
    pub(crate) fn moved_cameras(&self) -> impl Iterator<Item = MovedCamera> {
        let moved = |viewer: &Viewer| {
            Some(MovedCamera {
                canvas: viewer.name.clone(),
                from: viewer.unmoved.clone()?,
                to: viewer.camera.pose.clone(),
            })
        };
        let is_begun = |camera: &&MovedCamera| {
            let mut viewers = self.viewers.iter();
            viewers.any(|viewer| viewer.name == camera.canvas)
        };
        let waiting = self.cameras.iter().filter(move |camera| !is_begun(camera));
        self.viewers
            .iter()
            .filter_map(moved)
            .chain(waiting.cloned())
    }

    /// Moves cameras as the user did before, also those of canvases that scripts begin later. A camera
    /// that scripts have put elsewhere meanwhile stays there.
    pub(crate) fn set_cameras(&mut self, cameras: Vec<MovedCamera>) {
        for viewer in &mut self.viewers {
            let mut cameras = cameras.iter();
            let moved = cameras.find(|moved| moved.canvas == viewer.name);
            if let Some(moved) = moved.filter(|moved| moved.from == viewer.camera.pose) {
                viewer.move_to(moved.to.clone());
            }
        }
        self.cameras = cameras;
    }

    /// Puts all cameras back where scripts have put them.
    pub(crate) fn reset_cameras(&mut self) {
        self.cameras.clear();
        for viewer in &mut self.viewers {
            if let Some(pose) = viewer.unmoved.take() {
                viewer.camera.pose = pose;
            }
        }
    }
}

impl Viewer {
    /// The user moves the camera.
    fn move_to(&mut self, pose: Pose) {
        let before = std::mem::replace(&mut self.camera.pose, pose);
        self.unmoved.get_or_insert(before);
    }

    /// `lookat3d`.
    pub(crate) fn look_at(&mut self, position: [f64; 3], target: [f64; 3], up: [f64; 3]) {
        self.unmoved = None;
        self.camera.look_at(position, target, up);
    }

    /// The scene as it is, also before `end3d`.
    pub(crate) fn scene_so_far(&self) -> Arc<SpaceScene> {
        Arc::clone(&self.scene)
    }

    /// The scene, to be changed.
    pub(crate) fn scene(&mut self) -> &mut SpaceScene {
        Arc::make_mut(&mut self.scene)
    }

    /// True if so many more shapes fit.
    pub(crate) fn has_room(&self, shapes: usize) -> bool {
        self.scene.shapes() + shapes <= MAX_SHAPES
    }

    /// Removes all shapes. What is shown stays.
    fn clear(&mut self) {
        let SpaceScene {
            background,
            ambient,
            ref lights,
            is_textured,
            antialias,
            supersample,
            ..
        } = *self.scene;
        self.scene = Arc::new(SpaceScene {
            background,
            ambient,
            lights: lights.clone(),
            is_textured,
            antialias,
            supersample,
            ..SpaceScene::default()
        });
    }

    /// Puts a texture on all triangles, with colours of corners as places in it.
    pub(crate) fn set_texture(&mut self, texture: Option<Picture>) {
        self.scene().is_textured = true;
        self.texture = texture;
    }

    /// `gsave3d`. False if too many looks are saved.
    pub(crate) fn save(&mut self) -> bool {
        let has_room = self.saved.len() < MAX_SAVED;
        if has_room {
            self.saved.push(self.looks);
        }
        has_room
    }

    /// `grestore3d`. Without saved looks, those of the start.
    pub(crate) fn restore(&mut self) {
        self.looks = self.saved.pop().unwrap_or_default();
    }
}
