//! What a window tells the desktop about itself, and what lies over it.

use anyhow::{Context, Result};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, ImageFormat, PropMode, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::display::{Display, Window};

/// A pixel of a window, as the screen shows it.
#[derive(Debug)]
pub struct ScreenPixel {
    connection: RustConnection,
    window: u32,
    at: [i16; 2],
}

impl ScreenPixel {
    /// Returns the red, 0 to 255.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn red(&self) -> Result<u8> {
        let [x, y] = self.at;
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, self.window, x, y, 1, 1, u32::MAX)?
            .reply()?;
        // Blue, green, red, unused, a byte each.
        image.data.get(2).copied().context("a pixel without red")
    }
}

/// A window that lies over all others until it is dropped.
#[derive(Debug)]
pub struct Cover {
    /// The window goes with it.
    _connection: RustConnection,
}

impl Display {
    /// The pixel at a place of a window, in pixels from its upper left corner.
    ///
    /// # Errors
    ///
    /// The display is gone.
    pub fn pixel(&self, window: &Window, at: [i16; 2]) -> Result<ScreenPixel> {
        let (connection, _) = x11rb::connect(Some(self.name()))?;
        let window = window.id()?;
        Ok(ScreenPixel {
            connection,
            window,
            at,
        })
    }

    /// The numbers of a property of a window, such as `_NET_WM_ICON`; none if it has no such property.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn property(&self, window: &Window, name: &str) -> Result<Vec<u32>> {
        let (connection, _) = x11rb::connect(Some(self.name()))?;
        let name = connection.intern_atom(false, name.as_bytes())?.reply()?;
        let property = connection
            .get_property(
                false,
                window.id()?,
                name.atom,
                AtomEnum::ANY,
                0,
                u32::MAX / 4,
            )?
            .reply()?;
        Ok(property.value32().into_iter().flatten().collect())
    }

    /// Whether a window has a state of this name, such as `_NET_WM_STATE_ABOVE`.
    ///
    /// # Errors
    ///
    /// The window is gone.
    pub fn has_state(&self, window: &Window, name: &str) -> Result<bool> {
        let (connection, _) = x11rb::connect(Some(self.name()))?;
        let atom = connection.intern_atom(false, name.as_bytes())?.reply()?;
        let states = self.property(window, "_NET_WM_STATE")?;
        Ok(states.contains(&atom.atom))
    }

    /// Lays a window over all others.
    ///
    /// # Errors
    ///
    /// The display is gone.
    pub fn cover(&self) -> Result<Cover> {
        let (connection, screen) = x11rb::connect(Some(self.name()))?;
        let screen = connection.setup().roots.get(screen);
        let screen = screen.context("there is no screen")?;
        let own = connection.generate_id()?;
        let settings = CreateWindowAux::new()
            .override_redirect(1)
            .background_pixel(screen.black_pixel);
        connection.create_window(
            0,
            own,
            screen.root,
            0,
            0,
            screen.width_in_pixels,
            screen.height_in_pixels,
            0,
            WindowClass::INPUT_OUTPUT,
            0,
            &settings,
        )?;
        connection.change_property8(
            PropMode::REPLACE,
            own,
            AtomEnum::WM_NAME,
            AtomEnum::STRING,
            b"cover",
        )?;
        connection.map_window(own)?.check()?;
        Ok(Cover {
            _connection: connection,
        })
    }
}
