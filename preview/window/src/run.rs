//! The program: does what the command line says, and says what went wrong.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use cindyscript_applet::Applet;
use cindyscript_diagnostic::help_of;
use cindyscript_files::interrupt::delete_unfinished_files;
use cindyscript_files::part_file;
use cindyscript_hir::program::PlotId;
use cindyscript_ide::templates;
use cindyscript_player::module::module_for;
use cindyscript_protocol::{visible, visible_lines};

use crate::cli::{self, CliCommand, PictureOutput, WindowOptions};
use crate::dap;
use crate::display;
use crate::eval;
use crate::export;
use crate::feed::Feed;
use crate::file;
use crate::frames;
use crate::headless::{self, HeadlessOptions, RenderError, Rendered};
use crate::message::{complain, version, without_gpu};
use crate::model;
use crate::no_window;
use crate::own_files::OwnFiles;
use crate::picture_file::PictureFile;
use crate::precise;
use crate::progress::{Progress, delete_line, duration};
use crate::reader;
use crate::report::{
    NOT_WRITTEN, nothing_to_play, print, say_all, say_diagnostics, say_other_diagnostics,
    say_output,
};
use crate::ui::{self, WindowError};
use cindyscript_render::compile::reasons;

/// The program `cindyscript-preview`, with the arguments of this process.
pub fn main() -> ExitCode {
    say_that_there_is_no_session();
    delete_unfinished_files(|| {
        delete_line();
        complain("interrupted: the unfinished file was deleted");
    });
    let command = match cli::parse(std::env::args_os().skip(1)) {
        Ok(command) => command,
        Err(message) => {
            complain(format_args!("cindyscript-preview: {message}"));
            return ExitCode::from(2);
        }
    };
    display::prepare(command.opens_window());
    match run(command) {
        Ok(code) => code,
        Err(error) => {
            complain(format_args!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Where there is no desktop session, the libraries of Wayland, which graphics drivers ask, write an
/// error for each time that they look for its folder; where there is a folder without a session,
/// they go on silently.
fn say_that_there_is_no_session() {
    const FOLDER: &str = "XDG_RUNTIME_DIR";
    if cfg!(unix) && std::env::var_os(FOLDER).is_none_or(|folder| folder.is_empty()) {
        // SAFETY: this is the first that the program does: there is no other thread that reads the
        // environment meanwhile.
        #[allow(unsafe_code)]
        unsafe {
            // Nobody can put anything below it.
            std::env::set_var(FOLDER, "/dev/null");
        }
    }
}

fn run(command: CliCommand) -> anyhow::Result<ExitCode> {
    match command {
        CliCommand::Help(Some(command)) => print(&help_of(command, cli::HELP))?,
        CliCommand::Help(None) => {
            print(&format!("{}\n{}", cli::HELP, crate::controls::key_list()))?;
        }
        CliCommand::Version => print(&format!("{}\n", version()))?,
        CliCommand::New { template, file } => {
            part_file::write_new(&file, template.page(&file).as_bytes())?;
            print(&visible_lines(&templates::written(&file)))?;
        }
        CliCommand::Templates => print(&templates::list())?,
        CliCommand::Wgsl { file } => return wgsl(&file),
        CliCommand::Export { file, options } => return export::run(&file, &options),
        CliCommand::Eval { file } => return eval::script(&file),
        CliCommand::EvalLines => return eval::json_lines(),
        CliCommand::Dap => return dap::serve(),
        CliCommand::Render {
            file,
            output,
            options,
        } => return render(&file, &output, &options),
        CliCommand::Frames {
            file,
            frames,
            options,
        } => return frames::run(&file, &frames, &options),
        CliCommand::Model {
            file,
            path,
            options,
        } => return model::run(&file, &path, &options),
        CliCommand::Stdio { options } if options.no_window => return no_window::play(&options),
        CliCommand::Stdio { options } => return Ok(ui::show(Feed::Stdio, &options)?),
        CliCommand::Window { file, options } => return window(file, &options),
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows a file in a window; where there is no display, writes its picture.
fn window(path: PathBuf, options: &WindowOptions) -> anyhow::Result<ExitCode> {
    // What can be said at once is not said in a window.
    let (source, _) = reader::read(file::read(&path, 0)?, None);
    if source.applet().is_none_or(Applet::is_empty) {
        return Err(nothing_to_play(&source));
    }
    match ui::show(Feed::File(path.clone()), options) {
        Err(WindowError::NoDisplay) => {
            complain(format_args!(
                "no display: writing the picture to {}",
                PictureFile::path_for(&path).display()
            ));
            let options = HeadlessOptions {
                cpu: options.cpu,
                camera: options.camera.clone(),
                decoder: options.decoder.clone(),
                precision: options.precision,
                ..HeadlessOptions::default()
            };
            render(&path, &PictureOutput::default(), &options)
        }
        shown => Ok(shown?),
    }
}

/// Writes a picture; failure if the text has errors, though the picture of what can be drawn is
/// written even then. If that is nothing, no picture is written.
pub(crate) fn render(
    file: &Path,
    output: &PictureOutput,
    options: &HeadlessOptions,
) -> anyhow::Result<ExitCode> {
    let png = PictureFile::of(file, output.png.as_deref())?;
    let text = file::read(file, 0)?;
    OwnFiles::of(&text).protect(&png.path, "--png OUT")?;
    let start = Instant::now();
    let mut progress = Progress::start();
    let mut tell = |share: f64| {
        progress.tell(|progress| {
            let (percent, left) = ((100.0 * share).floor(), progress.left(share));
            format!("painted {percent} %, {left}")
        });
    };
    let rendered = match headless::render_telling(text, options, &mut tell) {
        Ok(rendered) => rendered,
        Err(RenderError::Nothing(source)) => {
            return Err(nothing_to_play(&source));
        }
        Err(error) => return Err(error.into()),
    };
    let (has_failed, remark) = (rendered.has_failed(), rendered.remark());
    let is_written = !has_failed || remark.is_none();
    let Rendered {
        picture,
        compiled,
        diagnostics,
        painter,
        no_gpu,
        description,
        precisions,
        precision: setting,
        ..
    } = rendered;
    let picture = match output.background {
        Some(background) => picture.on_background(background),
        None => picture,
    };
    drop(progress);
    let time = duration(start.elapsed().as_secs_f64());
    if is_written {
        png.write(&picture)?;
    }
    say_output(&description.output);
    let source = &compiled.source;
    say_diagnostics(source);
    let reasons = reasons(&compiled.plots);
    say_other_diagnostics(source, diagnostics.iter().chain(reasons));
    if let Some(error) = no_gpu {
        complain(without_gpu(&error));
    }
    let precisions = precise::told(source, &precisions, setting);
    for (_, said) in precisions.iter().filter(|(is_lacking, _)| *is_lacking) {
        complain(said);
    }
    if let Some(remark) = remark {
        let remark = if is_written { remark } else { NOT_WRITTEN };
        complain(source.located(None, remark));
    }
    let [width, height] = picture.size();
    if output.json {
        let precisions = precisions.into_iter().map(|(_, said)| said).collect();
        let receipt = crate::receipt::receipt(&compiled, &diagnostics, &description, precisions);
        print(&format!("{receipt}\n"))?;
    } else if is_written {
        let name = png.path.display().to_string();
        let name = visible(&name);
        print(&format!("{name}: {width} × {height}, {painter}, {time}\n"))?;
    }
    Ok(if has_failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Prints the shaders, each under the place of its colorplot.
fn wgsl(file: &Path) -> anyhow::Result<ExitCode> {
    let text = file::read(file, 0)?;
    let options = HeadlessOptions {
        cpu: true,
        size: Some([1, 1]),
        ..HeadlessOptions::default()
    };
    let Rendered {
        compiled,
        description,
        ..
    } = match headless::render(text, &options) {
        Ok(rendered) => rendered,
        Err(RenderError::Nothing(source)) => {
            return Err(nothing_to_play(&source));
        }
        Err(error) => return Err(error.into()),
    };
    let source = &compiled.source;
    let program = source.program().program;
    let plots = program.plots.len();
    if plots == 0 {
        say_all(source, [(None, "no colorplot, so no shader".to_owned())]);
    }
    let mut code = ExitCode::SUCCESS;
    for plot in (0..plots as u32).map(PlotId) {
        let call = description
            .plots()
            .map(|draw| &draw.call)
            .find(|call| call.plot == plot);
        let term = program.plot(plot).term;
        match module_for(source, plot, call) {
            Ok(module) => {
                let place = source.located(source.range_of(term), "colorplot");
                print(&format!("// {place}\n\n{}\n", module.wgsl))?;
            }
            Err(reasons) => {
                say_diagnostics(source);
                say_other_diagnostics(source, &reasons);
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}
