//! Pictures in space, as the host sees them.

use std::sync::Arc;

use cindyscript_space::{Motion, SpaceCamera};
use smol_str::SmolStr;

use super::Interpreter;
use crate::context::space::Viewer;
use crate::display::PictureInSpace;

impl Interpreter {
    /// The pictures in space that scripts have ended, in the order in which they were begun first.
    pub fn pictures_in_space(&self) -> impl Iterator<Item = PictureInSpace> {
        let viewers = self.state.context.space.viewers().iter();
        viewers.filter_map(|viewer| {
            Some(PictureInSpace {
                canvas: viewer.name.as_str().into(),
                scene: Arc::clone(viewer.shown.as_ref()?),
                texture: viewer.texture.clone(),
                camera: viewer.camera.clone(),
            })
        })
    }

    /// Moves the camera of the picture in space on the canvas of a name.
    pub fn move_camera(&mut self, canvas: &str, motion: Motion) {
        self.state.context.space.move_camera(canvas, motion);
    }

    /// The cameras that have been moved by hand, by the names of their canvases.
    #[must_use]
    pub fn moved_cameras(&self) -> Vec<(SmolStr, SpaceCamera)> {
        let viewers = self.state.context.space.viewers().iter();
        let moved = viewers.filter(|viewer| viewer.has_moved());
        moved
            .map(|viewer| (viewer.name.clone(), viewer.camera.clone()))
            .collect()
    }

    /// Has pictures in space that are begun first begin with these cameras.
    pub fn set_cameras(&mut self, cameras: Vec<(SmolStr, SpaceCamera)>) {
        self.state.context.space.set_cameras(cameras);
    }

    /// True if a camera has been moved by hand.
    #[must_use]
    pub fn has_moved_cameras(&self) -> bool {
        let mut viewers = self.state.context.space.viewers().iter();
        viewers.any(Viewer::has_moved)
    }

    /// Puts the cameras that have been moved by hand back where scripts have put them.
    pub fn reset_cameras(&mut self) {
        self.state.context.space.reset_cameras();
    }
}
