//! The fonts of this machine.

use cindyscript_player::text::Fonts;
use fontdb::Database;

/// Lays text out with the embedded fonts, and those of the system where a text names one or has
/// letters that the embedded ones lack.
pub fn fonts() -> Fonts {
    Fonts::with_system(|| {
        let mut found = Database::new();
        found.load_system_fonts();
        found
    })
}
