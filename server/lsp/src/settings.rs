//! The user's settings.

use std::path::PathBuf;

use cindyscript_ide::{code_lens, inlay_hints};

use serde::Deserialize;
use serde_json::Value;

/// The settings, from `initializationOptions` and `workspace/didChangeConfiguration`: an object
/// with or without the outer key `cindyscript`, every part of which may be absent.
///
/// ```json
/// {"cindyscript": {
///   "inlayHints": {"variables": true, "colorplots": true, "parameters": true,
///                  "results": true, "arguments": true, "values": false},
///   "codeLens": {"functions": true, "variables": false},
///   "portability": true,
///   "recompilation": false,
///   "preview": {"path": "/usr/local/bin/cindyscript-preview", "camera": "/dev/video1",
///               "precision": "auto", "prepare": "window"}
/// }}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Settings {
    /// Which inlay hints are shown.
    pub(crate) inlay_hints: InlayHints,
    /// Above which names is shown how often they are used.
    pub(crate) code_lens: CodeLens,
    /// Whether is said what a published page would not show as the preview does.
    pub(crate) portability: bool,
    /// Whether hints say which uniforms make CindyGL compile its shader again.
    pub(crate) recompilation: bool,
    /// The preview.
    pub(crate) preview: PreviewSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            inlay_hints: InlayHints::default(),
            code_lens: CodeLens::default(),
            portability: true,
            recompilation: false,
            preview: PreviewSettings::default(),
        }
    }
}

/// Which inlay hints are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct InlayHints {
    variables: bool,
    colorplots: bool,
    parameters: bool,
    results: bool,
    arguments: bool,
    /// The values that variables have in the preview, several times a second.
    pub(crate) values: bool,
}

impl Default for InlayHints {
    fn default() -> Self {
        Self {
            variables: true,
            colorplots: true,
            parameters: true,
            results: true,
            arguments: true,
            values: false,
        }
    }
}

impl From<InlayHints> for inlay_hints::HintConfig {
    fn from(hints: InlayHints) -> Self {
        Self {
            variables: hints.variables,
            colorplots: hints.colorplots,
            parameters: hints.parameters,
            results: hints.results,
            arguments: hints.arguments,
        }
    }
}

/// Above which names is shown how often they are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct CodeLens {
    functions: bool,
    variables: bool,
}

impl Default for CodeLens {
    fn default() -> Self {
        Self {
            functions: true,
            variables: false,
        }
    }
}

impl From<CodeLens> for code_lens::Counted {
    fn from(lens: CodeLens) -> Self {
        Self {
            functions: lens.functions,
            variables: lens.variables,
        }
    }
}

/// The preview.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct PreviewSettings {
    /// The program; without it the one beside the server, else the one on `PATH`.
    pub(crate) path: Option<PathBuf>,
    /// The image source of `cameravideo()`, as [`crate::camera::option`] reads it; without it the
    /// machine's camera. A preview that is open already stays as it is.
    pub(crate) camera: Option<String>,
    /// How precisely colorplots are computed, until the user presses a key in the preview. One that is
    /// open already stays as it is.
    pub(crate) precision: Precision,
    /// The place for which a preview is started in advance; absent: no preview is.
    pub(crate) prepare: Option<PreparedPlace>,
}

/// The place where the user is likely to open a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum PreparedPlace {
    /// In a window.
    Window,
    /// In a tab of the editor, which shows the pictures of the program.
    Tab,
}

/// How precisely the preview computes colorplots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Precision {
    /// As precisely as the pixels of the view need it.
    #[default]
    Auto,
    /// In single precision.
    Single,
    /// In double precision.
    Double,
}

impl Precision {
    /// As the command line of the preview has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Single => "single",
            Self::Double => "double",
        }
    }
}

impl Settings {
    /// Reads settings. `None`: there are none in it, as in the empty notice that some editors
    /// send when anything was changed.
    ///
    /// # Errors
    /// A part is of the wrong type.
    pub(crate) fn read(value: Value) -> Result<Option<Self>, String> {
        let Value::Object(mut object) = value else {
            return Ok(None);
        };
        let value = object.remove("cindyscript").unwrap_or(object.into());
        if value.as_object().is_none_or(serde_json::Map::is_empty) {
            return Ok(None);
        }
        let settings: Self = serde_json::from_value(value)
            .map_err(|error| format!("the settings of CindyScript were not understood: {error}"))?;
        Ok(Some(settings.normalised()))
    }

    /// An empty path is none: it is what a settings page shows for nothing.
    fn normalised(mut self) -> Self {
        let PreviewSettings {
            path,
            camera,
            precision: _,
            prepare: _,
        } = &mut self.preview;
        path.take_if(|path| path.as_os_str().is_empty());
        camera.take_if(|camera| camera.is_empty());
        self
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    #[test]
    fn parts_may_be_absent() {
        assert_eq!(Settings::read(json!(null)), Ok(None));
        assert_eq!(Settings::read(json!({})), Ok(None));
        assert_eq!(Settings::read(json!({"cindyscript": {}})), Ok(None));
        let read = |value| Settings::read(value).unwrap().unwrap();
        let inner = json!({"inlayHints": {"variables": false}, "other": 1});
        let settings = read(inner.clone());
        assert!(!settings.inlay_hints.variables && settings.inlay_hints.colorplots);
        assert_eq!(settings, read(json!({"cindyscript": inner})));
        assert_eq!(read(json!({"preview": {"path": ""}})).preview.path, None);
        let path = read(json!({"preview": {"path": "/p"}})).preview.path;
        assert_eq!(path, Some(PathBuf::from("/p")));
        assert_eq!(
            read(json!({"preview": {"camera": ""}})).preview.camera,
            None
        );
        let camera = read(json!({"preview": {"camera": "me.gif"}}))
            .preview
            .camera;
        assert_eq!(camera, Some("me.gif".to_owned()));
        let precision = |value| read(json!({"preview": value})).preview.precision;
        assert_eq!(precision(json!({"path": "/p"})), Precision::Auto);
        let prepare = |value| read(json!({"preview": value})).preview.prepare;
        assert_eq!(prepare(json!({"path": "/p"})), None);
        let tab = prepare(json!({"prepare": "tab"}));
        assert_eq!(tab, Some(PreparedPlace::Tab));
        for setting in [Precision::Auto, Precision::Single, Precision::Double] {
            assert_eq!(precision(json!({"precision": setting.name()})), setting);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = Settings::read(json!({"inlayHints": {"variables": "no"}})).unwrap_err();
        assert!(error.contains("expected a boolean"), "{error}");
        let error = Settings::read(json!({"preview": {"precision": "triple"}})).unwrap_err();
        assert!(error.contains("`auto`, `single`, `double`"), "{error}");
    }

    /// In VS Code, settings can come with the files of somebody else, who may not choose what is
    /// run or opened before the user trusts them.
    #[test]
    fn what_names_a_program_or_a_file_is_not_taken_from_others() {
        let package = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../editors/vscode/package.json"
        );
        let package: Value = serde_json::from_slice(&std::fs::read(package).unwrap()).unwrap();
        let groups = package["contributes"]["configuration"].as_array().unwrap();
        let settings: Vec<(&String, &Value)> = groups
            .iter()
            .flat_map(|group| group["properties"].as_object().unwrap())
            .collect();
        let restricted =
            &package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"];
        let restricted = restricted.as_array().unwrap();
        let free = |setting: &Value| match setting["type"].as_str() {
            Some("boolean" | "number" | "integer") => false,
            // One of a few words.
            _ => !setting["enum"].is_array(),
        };
        let mut free: Vec<_> = settings
            .iter()
            .filter(|(_, setting)| free(setting))
            .map(|(name, _)| json!(name))
            .collect();
        free.sort_by_key(Value::to_string);
        let mut restricted = restricted.clone();
        restricted.sort_by_key(Value::to_string);
        assert_eq!(restricted, free);
        assert_eq!(free.len(), 3);
        // The user's own machine alone knows its cameras.
        let camera = settings
            .iter()
            .find(|(name, _)| *name == "cindyscript.preview.camera");
        assert_eq!(camera.unwrap().1["scope"], "machine");
    }
}
