//! The font, the colours and the size of bar and panels.

use super::*;

/// What a panel looks like that shows a text which scripts have printed.
fn printed(fonts: Fonts, text: &str) -> Vec<Bitmap> {
    let mut controls = Controls::new(fonts);
    let shown = ControlsContent {
        panels: vec![PanelContent::Console(text.into())],
        ..ControlsContent::default()
    };
    controls.lay_out(&shown, CANVAS, Instant::now());
    controls.bitmaps().to_vec()
}

#[test]
fn letters_that_the_embedded_font_lacks_come_from_the_system() {
    let of_system = || {
        Fonts::with_system(|| {
            let mut fonts = fontdb::Database::new();
            fonts.load_font_data(dejavu::serif::regular().to_vec());
            fonts
        })
    };
    // In the face with serifs only.
    let letter = "\u{1d6b}";
    assert_ne!(
        printed(of_system(), letter),
        printed(Fonts::default(), letter)
    );
    assert_eq!(printed(of_system(), "a"), printed(Fonts::default(), "a"));
}

#[test]
fn they_are_light_where_that_is_wanted_and_as_large_as_is_wanted() {
    let mean = |scheme| {
        let mut controls = Controls::new(Fonts::default());
        controls.show_in(scheme);
        controls.pointer_moved(Some([10.0, 10.0]));
        controls.lay_out(&playing(3.0), CANVAS, Instant::now());
        let [bar] = controls.bitmaps() else {
            panic!("{} bitmaps", controls.bitmaps().len())
        };
        bar.pixel([3, bar.size()[1] / 2])[0]
    };
    assert!(mean(Scheme::Dark) < 60 && mean(Scheme::Light) > 190);
    // A point is as many pixels as the scale says.
    for scale in [1.0, 1.5, 2.0, 3.0] {
        let canvas = Canvas {
            device: [600, 400].map(|side| (f64::from(side) * scale) as u32),
            scale,
        };
        let controls = shown_on(playing(3.0), canvas);
        let [bar] = controls.bitmaps() else {
            panic!("{} bitmaps", controls.bitmaps().len())
        };
        let height = f64::from(bar.size()[1]) / scale;
        assert!((30.0..40.0).contains(&height), "{scale}: {height}");
    }
}

#[test]
fn figures_have_one_width() {
    let context = Controls::new(Fonts::default()).context;
    let mut widths = Vec::new();
    let mut output = context.run_ui(RawInput::default(), |ui| {
        for family in families() {
            let font = egui::FontId::new(13.0, family);
            widths = ('0'..='9')
                .map(|figure| ui.fonts_mut(|fonts| fonts.glyph_width(&font, figure)))
                .collect();
            assert!(widths.iter().all(|width| *width == widths[0]), "{widths:?}");
        }
    });
    output.textures_delta.clear();
    assert!(widths[0] > 5.0);
}
