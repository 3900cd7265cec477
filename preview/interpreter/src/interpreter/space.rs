//! Pictures in space, as the host sees them.

use std::sync::Arc;

use cindyscript_space::Motion;

use super::Interpreter;
use crate::context::space::MovedCamera;
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

    /// The cameras that the user has moved.
    pub fn moved_cameras(&self) -> impl Iterator<Item = MovedCamera> {
        self.state.context.space.moved_cameras()
    }

    /// Moves cameras as the user did before, also those of canvases that scripts begin later. A camera
    /// that scripts have put elsewhere meanwhile stays there.
    pub fn set_cameras(&mut self, cameras: Vec<MovedCamera>) {
        self.state.context.space.set_cameras(cameras);
    }

    /// Puts the cameras that the user has moved back where scripts have put them.
    pub fn reset_cameras(&mut self) {
        self.state.context.space.reset_cameras();
    }
}
