//! Models for 3D printers, as files.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use cindyscript_files::part_file::{PartFile, WriteError};
use cindyscript_interpreter::ModelOrder;
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_protocol::visible_lines;
use cindyscript_space::{Solid, SolidFormat, SolidOptions};

use crate::file;
use crate::headless::{HeadlessOptions, Offline, RenderError};
use crate::own_files::OwnFiles;
use crate::picture_file::free_name;
use crate::progress::duration;
use crate::report::{nothing_to_play, print, say_diagnostics, say_other_diagnostics, say_output};

/// The error of an applet without a scene.
pub(crate) const NO_SCENE: &str = "there is no 3D scene, which `begin3d()` and `end3d()` draw";

/// Writes a model of the scene that an applet has at a frame.
///
/// # Errors
/// There is nothing to play or to print, or the file cannot be written.
pub(crate) fn run(
    applet: &Path,
    path: &Path,
    options: &HeadlessOptions,
) -> anyhow::Result<ExitCode> {
    let text = file::read(applet, 0)?;
    OwnFiles::of(&text).protect(path, "--mesh OUT")?;
    let start = Instant::now();
    let mut applet = match Offline::open(None, text, options, None) {
        Ok(applet) => applet,
        Err(RenderError::Nothing(source)) => return Err(nothing_to_play(&source)),
        Err(error) => return Err(error.into()),
    };
    while applet.number() < options.frame.max(1) && applet.advance() {}
    let scene = applet.session().and_then(Session::scene_in_space);
    let rendered = applet.rendered(Bitmap::default(), 0.0);
    let source = &rendered.compiled.source;
    say_output(&rendered.description.output);
    say_diagnostics(source);
    say_other_diagnostics(source, &rendered.diagnostics);
    let Some(scene) = scene else {
        anyhow::bail!(source.located(None, NO_SCENE));
    };
    let solid = Solid::of_scene(&scene, &SolidOptions::default())
        .map_err(|error| anyhow::anyhow!(source.located(None, &error.to_string())))?;
    write(path, &solid)?;
    let (name, about) = (path.display(), described(&solid));
    let time = duration(start.elapsed().as_secs_f64());
    print(&visible_lines(&format!("{name}: {about}, {time}\n")))?;
    Ok(match rendered.has_failed() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

/// Writes a model in the format of its name, STL for other names.
///
/// # Errors
/// The file cannot be written; which, why and what to do in one line.
pub(crate) fn write(path: &Path, solid: &Solid) -> Result<(), WriteError> {
    let format = SolidFormat::of(&path.to_string_lossy()).unwrap_or(SolidFormat::Stl);
    let part = PartFile::create(path)?;
    let written = part.handle().and_then(|file| {
        let mut writer = BufWriter::new(file);
        let written = solid
            .write(format, &mut writer)
            .and_then(|()| writer.flush());
        written.map_err(|error| part.failed(error))
    });
    written.and_then(|()| part.finish())
}

/// Writes a model beside an applet, and replaces nothing. Returns the file, and its contents in words.
///
/// # Errors
/// As [`write`], or there is no model.
pub(crate) fn write_beside(applet: &Path, order: &ModelOrder) -> anyhow::Result<(PathBuf, String)> {
    let solid = order.shape.solid(&order.options)?;
    let format = SolidFormat::of(&order.file).unwrap_or(SolidFormat::Stl);
    let path = free_name(&applet.with_file_name(&order.file), format.ending());
    write(&path, &solid)?;
    Ok((path, described(&solid)))
}

/// The size of a model, in words, and its faults.
pub(crate) fn described(solid: &Solid) -> String {
    let [width, height, depth] = solid.size();
    let mut text = format!(
        "{} triangles, {width:.1} × {height:.1} × {depth:.1} mm",
        solid.faces()
    );
    if solid.open_edges() > 0 {
        text += ", with holes";
    }
    if solid.left_out() > 0 {
        text += &format!(
            ", {} shapes without size or place left out",
            solid.left_out()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;

    use super::*;

    const BALL: &str = "begin3d(); drawsphere3d([0, 0, 0], 1); end3d();";

    struct ModelFolder(PathBuf);

    impl ModelFolder {
        fn new(name: &str) -> ModelFolder {
            let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            ModelFolder(folder)
        }

        /// Writes a model of a script. The error, if there is one.
        fn render(&self, script: &str, mesh: &str) -> Result<(), String> {
            let applet = self.0.join("a.cindyscript");
            fs::write(&applet, script).unwrap();
            let options = HeadlessOptions::default();
            let code = run(&applet, &self.0.join(mesh), &options);
            code.map(drop).map_err(|error| error.to_string())
        }
    }

    impl Drop for ModelFolder {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn scene_becomes_a_file_of_the_format_of_its_name() {
        let place = ModelFolder::new("model");
        place.render(BALL, "a.stl").unwrap();
        let stl = fs::read(place.0.join("a.stl")).unwrap();
        let count = u32::from_le_bytes(stl[80..84].try_into().unwrap());
        assert_eq!(stl.len(), 84 + 50 * count as usize);
        place.render(BALL, "a.obj").unwrap();
        let obj = fs::read_to_string(place.0.join("a.obj")).unwrap();
        let faces = obj.lines().filter(|line| line.starts_with("f "));
        assert_eq!(faces.count(), count as usize);
    }

    #[test]
    fn applet_without_a_model_has_a_reason_and_writes_nothing() {
        let place = ModelFolder::new("no-model");
        for (script, reason) in [
            ("draw([0, 0]);", "a.cindyscript: there is no 3D scene"),
            ("begin3d(); end3d();", "there is nothing to print"),
            (
                "begin3d(); drawsphere3d([0, 0, 0], \"a\"); end3d();",
                "there is nothing to print",
            ),
        ] {
            let error = place.render(script, "a.stl").unwrap_err();
            assert!(error.contains(reason), "{script}: {error}");
        }
        assert!(!place.0.join("a.stl").exists());
        let error = place.render(BALL, "folder/a.stl").unwrap_err();
        assert!(error.contains("make its folder first"), "{error}");
    }

    #[test]
    fn models_beside_an_applet_replace_nothing() {
        let place = ModelFolder::new("models");
        let order = ModelOrder {
            file: "mesh.obj".to_owned(),
            shape: cindyscript_interpreter::ModelShape::Tube {
                path: vec![[0.0; 3], [1.0, 0.0, 0.0]],
                radius: 0.1,
                is_closed: false,
            },
            options: SolidOptions::default(),
        };
        for name in ["mesh.obj", "mesh-2.obj"] {
            let (path, about) = write_beside(&place.0.join("a.html"), &order).unwrap();
            assert_eq!(path, place.0.join(name));
            assert!(about.contains("12.0 × 2.0 × 2.0 mm"), "{about}");
        }
    }
}
