//! Controls for models for 3D printers, which CindyPrint adds to a page, and the models that are saved.

use std::sync::LazyLock;

use cindyscript_applet::{
    ControlKind, ControlState, ControlTrigger, NumberRange, PageControl, TextRange,
};
use cindyscript_interpreter::{
    ModelOrder, ModelShape, NOWHERE, PrintSettings, PrintSource, SavePermission,
};
use cindyscript_protocol::ControlInput;
use cindyscript_space::{SolidFormat, SolidOptions};

use super::input::UserEvent;
use super::{Session, diagnostic};

/// Keys of these controls begin so; the rest is the id that CindyPrint gives them.
const PREFIX: &str = "cindyprint ";

/// The smallest line subdivision, and the radius factor: as CindyPrint, in fiftieths.
const FIFTIETHS: f64 = 50.0;

/// The controls of a scene, of a tube and of a surface, in the order of CindyPrint.
static CONTROLS: LazyLock<[Vec<PageControl>; 3]> = LazyLock::new(|| {
    let quality = |id, label| range(id, label, [8.0, 64.0, 16.0]);
    let radius = || range("radiusFactor", "Radius factor", [1.0, 100.0, 50.0]);
    let scale = || range("modelScale", "Model scale", [1.0, 100.0, 10.0]);
    let extrusion = || {
        [
            switch("extrudeSurfaces", "Extrude the triangle surfaces", true),
            range("extrusionRadius", "Extrusion radius", [0.0, 100.0, 10.0]),
            switch("smoothEdges", "Smooth extrusion edges", true),
        ]
    };
    let buttons = || {
        [
            button(EXPORT, "Export mesh"),
            button(UPDATE, "Update Preview"),
        ]
    };
    let mut scene = vec![
        switch("exportSpheres", "Spheres", true),
        switch("exportCylinders", "Cylinders", true),
        switch("exportTriangles", "Triangles", true),
        quality("sphereQuality", "Sphere quality"),
        quality("cylinderQuality", "Cylinder quality"),
        radius(),
        scale(),
    ];
    scene.extend(extrusion());
    scene.extend(buttons());
    let mut tube = vec![
        quality("cylinderQuality", "Cylinder quality"),
        range("lineSubdivisions", "Line subdivisions", [1.0, 100.0, 50.0]),
        radius(),
        scale(),
    ];
    tube.extend(buttons());
    let mut surface = Vec::from(extrusion());
    surface.push(switch("clipToSphere", "Clip geometry to sphere", false));
    surface.push(scale());
    surface.push(range("isoOffset", "Iso offset", [0.0, 100.0, 0.0]));
    surface.push(range(
        "gridResolution",
        "Grid resolution",
        [16.0, 128.0, 50.0],
    ));
    surface.extend(buttons());
    [scene, tube, surface]
});

const EXPORT: &str = "export";
const UPDATE: &str = "update";

fn control(id: &str, label: &str, kind: ControlKind, initial: ControlState) -> PageControl {
    PageControl {
        key: format!("{PREFIX}{id}"),
        label: label.to_owned(),
        kind,
        initial,
        handlers: Vec::new(),
        range: TextRange::default(),
    }
}

fn button(id: &str, label: &str) -> PageControl {
    control(id, label, ControlKind::Button, ControlState::default())
}

fn switch(id: &str, label: &str, is_checked: bool) -> PageControl {
    let state = ControlState {
        value: "on".to_owned(),
        is_checked,
    };
    control(id, label, ControlKind::Checkbox, state)
}

fn range(id: &str, label: &str, [min, max, value]: [f64; 3]) -> PageControl {
    let range = NumberRange {
        min: Some(min),
        max: Some(max),
        step: Some(1.0),
    };
    let state = ControlState {
        value: value.to_string(),
        is_checked: false,
    };
    control(id, label, ControlKind::Range(range), state)
}

/// True if a key is that of a control of CindyPrint.
pub(super) fn is_print_key(key: &str) -> bool {
    key.starts_with(PREFIX)
}

/// True if the user presses something: scripts may save models then.
pub(super) fn permission(event: &UserEvent) -> SavePermission {
    // A browser saves no models yet.
    if cfg!(target_family = "wasm") {
        return SavePermission::Refused;
    }
    match event {
        UserEvent::PointerPressed
        | UserEvent::PointerPressedAgain
        | UserEvent::PointerReleased
        | UserEvent::Touch { .. }
        | UserEvent::KeyPressed(_)
        | UserEvent::Dropped(..) => SavePermission::Granted,
        // A slider on its way.
        UserEvent::Operated(_, ControlInput::Set { .. }) => SavePermission::Refused,
        UserEvent::Operated(..) => SavePermission::Granted,
        UserEvent::PointerMoved(_)
        | UserEvent::PanPressed
        | UserEvent::Zoom(_)
        | UserEvent::KeyReleased(_) => SavePermission::Refused,
    }
}

impl Session {
    /// The controls of CindyPrint, if a script has added them.
    pub(super) fn print_controls(&self) -> &'static [PageControl] {
        let panel = self.interpreter.print_panel();
        match panel.map(|panel| &panel.source) {
            None => &[],
            Some(PrintSource::Scene) => &CONTROLS[0],
            Some(PrintSource::Tube { .. }) => &CONTROLS[1],
            Some(PrintSource::Surface(_)) => &CONTROLS[2],
        }
    }

    /// The settings that these controls have, those of the preview without controls.
    fn print_settings(&self) -> PrintSettings {
        let controls = self.print_controls();
        if controls.is_empty() {
            return PrintSettings::default();
        }
        let state = |id: &str| {
            let mut controls = controls.iter();
            let control = controls.find(|it| it.key.strip_prefix(PREFIX) == Some(id))?;
            Some(self.control_states.of(control))
        };
        let number = |id: &str| state(id)?.value.parse::<f64>().ok();
        let is_on = |id: &str| state(id).is_none_or(|it| it.is_checked);
        let sides = |id: &str| number(id).map(|it| it as u32);
        let default = SolidOptions::default();
        let thickness = number("extrusionRadius").map(|it| it / 100.0);
        PrintSettings {
            solid: SolidOptions {
                has_spheres: is_on("exportSpheres"),
                has_rods: is_on("exportCylinders"),
                has_triangles: is_on("exportTriangles"),
                sphere_sides: sides("sphereQuality"),
                rod_sides: sides("cylinderQuality"),
                radius_factor: number("radiusFactor").map_or(1.0, |it| it / FIFTIETHS),
                thickness: thickness.filter(|_| is_on("extrudeSurfaces")),
                has_round_rims: is_on("smoothEdges"),
                scale: number("modelScale").unwrap_or(default.scale),
            },
            cells: number("gridResolution").map_or(50, |it| it as u32),
            clips: state("clipToSphere").is_some_and(|it| it.is_checked),
            offset: number("isoOffset").map_or(0.0, |it| it / 100.0),
        }
    }

    /// The user does something to a control of CindyPrint.
    pub(super) fn operate_print(
        &mut self,
        control: &PageControl,
        state: ControlState,
        triggers: &[ControlTrigger],
    ) {
        self.control_states.set(control, state);
        self.tell_print_settings();
        let is_export = control.key.ends_with(EXPORT);
        if control.kind != ControlKind::Button || !triggers.contains(&ControlTrigger::Press) {
            return;
        }
        let Some(code) = self.print_code(is_export) else {
            return;
        };
        let errors = self.interpreter.run_snippet(&code);
        self.cut_short |= self.interpreter.is_interrupted();
        for mut error in errors {
            error.term = NOWHERE;
            let said = diagnostic(&self.source, error);
            self.note_once(said);
        }
        self.outdated = true;
    }

    /// The CindyScript of a button.
    fn print_code(&self, is_export: bool) -> Option<String> {
        let panel = self.interpreter.print_panel()?;
        let file = panel.file.replace('"', "");
        Some(match (&panel.source, is_export) {
            (PrintSource::Scene, true) => format!("savecsgmesh(\"{file}\")"),
            (PrintSource::Scene, false) => "updatepreviewcdy3d()".to_owned(),
            (PrintSource::Surface(arguments), true) => {
                format!("saveisomeshtofile(\"{file}\", {arguments})")
            }
            (PrintSource::Surface(arguments), false) => format!("updatepreviewcdygl({arguments})"),
            (
                PrintSource::Tube {
                    function,
                    count,
                    radius,
                    is_closed,
                },
                is_export,
            ) => {
                let subdivisions = self.line_subdivisions();
                let tube =
                    format!("{function}({subdivisions}*({count})), ({radius})/20, {is_closed}");
                match is_export {
                    true => format!("savetubemesh(\"{file}\", {tube})"),
                    false => format!("updatepreviewtubes({tube})"),
                }
            }
        })
    }

    fn line_subdivisions(&self) -> f64 {
        let mut controls = self.print_controls().iter();
        let control = controls.find(|it| it.key.ends_with("lineSubdivisions"));
        let value = control.map(|it| self.control_states.of(it).value);
        value.and_then(|it| it.parse().ok()).unwrap_or(FIFTIETHS) / FIFTIETHS
    }

    /// Gives the interpreter the settings of the controls.
    pub(super) fn tell_print_settings(&mut self) {
        let settings = self.print_settings();
        self.interpreter.set_print_settings(settings);
    }

    /// Takes the models that scripts have saved since the last call.
    pub fn take_models(&mut self) -> Vec<ModelOrder> {
        self.interpreter.take_models()
    }

    /// The model of the scene, to be saved beside the applet; none if there is no scene.
    pub fn model_of_scene(&self, format: SolidFormat) -> Option<ModelOrder> {
        let name = std::path::Path::new(self.source.document.name()).file_stem();
        let name = name.unwrap_or("model".as_ref()).to_string_lossy();
        Some(ModelOrder {
            file: format!("{name}.{}", format.ending()),
            shape: ModelShape::Scene(self.scene_in_space()?),
            options: self.print_settings().solid,
        })
    }
}
