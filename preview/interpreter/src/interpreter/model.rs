//! Models for 3D printers, as the host sees them.

use super::Interpreter;
use crate::context::model::{ModelOrder, PrintPanel, PrintSettings, SavePermission};

impl Interpreter {
    /// The controls for models that a script has added to the page.
    pub fn print_panel(&self) -> Option<&PrintPanel> {
        self.state.context.models.panel.as_ref()
    }

    /// The settings for models from now on.
    pub fn set_print_settings(&mut self, settings: PrintSettings) {
        self.state.context.models.settings = settings;
    }

    /// Says if scripts may save models from now on.
    pub fn set_save_permission(&mut self, permission: SavePermission) {
        self.state.context.models.permission = permission;
    }

    /// Takes the models that scripts have saved since the last call.
    pub fn take_models(&mut self) -> Vec<ModelOrder> {
        self.state.context.models.take()
    }
}
