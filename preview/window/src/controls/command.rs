//! What the user can have the window do, by key and by pointer.

use cindyscript_player::parameters::ParameterValue;
use cindyscript_player::session::Key;
use cindyscript_space::SolidFormat;

use crate::movie::Format;
use crate::policy::{PAN_A_KEY, ZOOM_A_KEY};

/// What the pictures are shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A window of its own.
    Window,
    /// A tab of an editor, which has the function keys, the frame and the screen.
    Tab,
}

/// Something that the user can have open over the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    /// Frame rate and times.
    Hud,
    /// The keys.
    Keys,
    /// The output of scripts.
    Console,
    /// Buttons, sliders and fields of the page.
    Page,
    /// Constants of the text, and points.
    Parameters,
    /// The values of colorplots at a pixel.
    Probe,
    /// Size and format of pictures and recordings.
    Save,
}

/// The size of a picture that is saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureOptions {
    /// The factor from the window to the picture, along each side.
    pub times: f64,
    /// The width and height of the square of pixels whose mean is one pixel.
    pub supersample: u32,
}

impl Default for PictureOptions {
    fn default() -> PictureOptions {
        PictureOptions {
            times: 1.0,
            supersample: 1,
        }
    }
}

/// Size, format and rate of a recording.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordingOptions {
    /// As what; none is an MP4 where there is what writes it, else a GIF.
    pub format: Option<Format>,
    /// The factor from the window to the picture, along each side.
    pub times: f64,
    /// Pictures in a second; none is as many as is usual for the format.
    pub rate: Option<u32>,
}

impl Default for RecordingOptions {
    fn default() -> RecordingOptions {
        RecordingOptions {
            format: None,
            times: 1.0,
            rate: None,
        }
    }
}

/// Something that the window does, whatever the applet is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// The animation plays, which no script has begun.
    Play,
    /// Time stands still, or goes on.
    TogglePause,
    /// Time stands still, one frame later.
    Step,
    /// From the start, as if nothing had been done; where time stands still it goes on to.
    StartAnew,
    /// Mutes the sound, or unmutes it.
    ToggleMute,
    /// To a time, in seconds.
    Seek(f64),
    /// So many seconds on, or back.
    SeekBy(f64),
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
    /// So many seconds of the applet in a second.
    Speed(f64),
    /// What has passed so far is played again and again, or no longer.
    ToggleLoop,
    /// What is played again and again begins here,
    LoopFromHere,
    /// or ends here.
    LoopToHere,
    /// This is played again and again: from and to, in seconds.
    Loop([f64; 2]),
    /// Of several cameras, and the test card, the next is seen.
    NextCamera,
    /// Of several applets in the file, the next is shown.
    NextApplet,
    /// What was dragged lies where the text has it; time goes on.
    ResetPoints,
    /// Back to where the picture was.
    ResetView,
    /// The picture is written into a file.
    SavePicture,
    /// The same in another size.
    SavePictureAs(PictureOptions),
    /// A model of the scene in space is written into a file.
    SaveModel(SolidFormat),
    /// The picture is given to the clipboard.
    CopyPicture,
    /// Where the picture lies in the world is given to the clipboard, as a port takes it.
    CopyView,
    /// The same, as constants of a script.
    CopyConstants,
    /// Colorplots are computed more or less precisely.
    NextPrecision,
    /// What plays is written into a file, or no longer.
    Record,
    /// What plays is written into a file of a format.
    RecordAs(RecordingOptions),
    /// Files that were dropped upon the window no longer take the place of images.
    TakeImagesBack,
    /// All of the construction is seen.
    FitView,
    /// The picture is magnified by this, or what is seen of the world if that is less than 1.
    Zoom(f64),
    /// The picture is moved by so many parts of its width, to the right, and of its height, down.
    Pan([f64; 2]),
    /// Axes, grid and the coordinates at the pointer are shown, or no longer.
    ToggleGrid,
    /// The applet fills a window of another shape, or keeps its own.
    ToggleFill,
    /// Where loops run longest is shown instead of the picture, then where precisions disagree, then
    /// the picture again.
    NextHeat,
    /// The window fills the screen, or no longer.
    ToggleFullScreen,
    /// The window stays above all others, or no longer.
    ToggleOnTop,
    /// Bars and panels are larger.
    Larger,
    /// They are smaller.
    Smaller,
    /// They are as large as the system wants them.
    UsualSize,
    /// A panel is opened, or closed.
    Toggle(Panel),
    /// All panels are closed; where none is open, the window no longer fills the screen.
    HidePanels,
    /// What scripts have printed is forgotten.
    ClearOutput,
    /// What the panel shows of what scripts have printed is given to the clipboard.
    CopyOutput,
    /// A parameter, counted from 0, gets another value.
    Set(usize, ParameterValue),
    /// The applet starts anew when a value is set that init reads, or goes on.
    ToggleRestarts,
    /// A point, counted from 0, is moved to a place of the plane.
    PlacePoint(usize, [f64; 2]),
    /// Where points were dragged to is written into the text, and what is set that no editor writes.
    Write,
    /// The pixel under the pointer is kept in the panel that shows what colorplots compute.
    KeepProbe,
    /// The editor debugs a pixel that is kept, by its place among those, or the one under the pointer.
    DebugPixel(Option<usize>),
    /// The debugger goes to a round, from 1, of a loop that is shown, by its place among those.
    GoToRound(usize, u32),
    /// The editor shows what paints the picture under the pointer.
    Reveal,
    /// The editor shows what stands between two bytes of the text.
    RevealRange(u32, u32),
    /// A pixel, by its place among those, is not kept any longer.
    DropProbe(usize),
    /// What is selected in the editor is drawn instead of the results of colorplots, or no longer.
    DrawSelection,
    /// Of what is drawn so, one of the values that a pixel computes, from 1, or the last.
    DrawValue(Option<u32>),
    /// Of what is drawn so, the value that a pixel computes next is: at first the first.
    NextValue,
    /// The value before it is; before the first, the last of all.
    PreviousValue,
}

impl Command {
    /// What it does, in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Command::Play => "Play: each frame goes on from the one before",
            Command::TogglePause => "Pause or continue",
            Command::Step => "Pause, then one frame forward",
            Command::StartAnew => "Restart",
            Command::ToggleMute => "Sound off or on",
            Command::Seek(_) => "Go to another time",
            Command::SeekBy(by) if by == f64::NEG_INFINITY => "Go to the start",
            Command::SeekBy(by) if by < 0.0 => "One second back",
            Command::SeekBy(_) => "One second forward",
            Command::Faster | Command::Speed(_) => "Faster",
            Command::Slower => "Slower",
            Command::ToggleLoop => "Loop from the start to now",
            Command::LoopFromHere => "Set the start of the loop",
            Command::LoopToHere => "Set the end of the loop",
            Command::Loop(_) => "Loop this part",
            Command::ResetPoints => "Reset dragged points",
            Command::NextCamera => "Next camera, or the test card",
            Command::NextApplet => "Next applet of the file",
            Command::ResetView => "Reset the view",
            Command::SavePicture | Command::SavePictureAs(_) => "Save the picture beside the file",
            Command::SaveModel(_) => "Save the 3D scene for 3D printers",
            Command::CopyPicture => "Copy the picture",
            Command::CopyView => "Copy the view for the page (visibleRect)",
            Command::CopyConstants => "Copy the view as constants for a script",
            Command::NextPrecision => "Precision: automatic, single, double",
            Command::Record | Command::RecordAs(_) => "Record the loop, or five seconds",
            Command::Toggle(Panel::Hud) => "Performance: frame rate, time of each colorplot",
            Command::Toggle(Panel::Keys) => "All keys",
            Command::Toggle(Panel::Console) => "Console: what scripts print",
            Command::Toggle(Panel::Page) => "Controls of the page: its buttons and sliders",
            Command::Toggle(Panel::Parameters) => "Sliders, and coordinates of points",
            Command::Toggle(Panel::Save) => "Save in another size or format",
            Command::Set(..) => "Set a value",
            Command::ToggleRestarts => "Restart if the init script reads the value",
            Command::PlacePoint(..) => "Move a point",
            Command::Write => "Write points and values into the text",
            Command::TakeImagesBack => "Undo dropped images",
            Command::FitView => "Zoom to fit the construction",
            Command::Zoom(factor) if factor < 1.0 => "Zoom out",
            Command::Zoom(_) => "Zoom in",
            Command::Pan(_) => "Move the view",
            Command::ToggleGrid => "Axes, grid and coordinates",
            Command::ToggleFill => "Fill the window, or keep the shape of the page",
            Command::NextHeat => "Heat map: rounds of loops, then precision",
            Command::ToggleFullScreen => "Full screen",
            Command::ToggleOnTop => "Always on top",
            Command::Larger => "Larger bar and panels",
            Command::Smaller => "Smaller bar and panels",
            Command::UsualSize => "Normal size of bar and panels",
            Command::HidePanels => "Close panels, or leave full screen",
            Command::ClearOutput => "Clear the console",
            Command::CopyOutput => "Copy the console",
            Command::Toggle(Panel::Probe) => "Pixel inspector: values under the pointer",
            Command::DebugPixel(_) => "Debug this pixel in the editor",
            Command::GoToRound(..) => "Go to another round of this loop",
            Command::KeepProbe => "Keep the inspector at this pixel",
            Command::Reveal => "Select the code of this pixel in the editor",
            Command::RevealRange(..) => "Show it in the editor",
            Command::DropProbe(_) => "Remove this pixel",
            Command::DrawSelection => "Draw the expression selected in the editor",
            Command::DrawValue(_) => "Draw another of its values",
            Command::NextValue => "Draw the next intermediate value",
            Command::PreviousValue => "Draw the previous intermediate value",
        }
    }
}

impl Command {
    /// True if scripts run for that, which a debugger may have stopped.
    pub(crate) fn runs_scripts(self) -> bool {
        matches!(
            self,
            Command::Play
                | Command::TogglePause
                | Command::Step
                | Command::StartAnew
                | Command::Seek(_)
                | Command::SeekBy(_)
                | Command::NextApplet
                | Command::ResetPoints
                | Command::Set(..)
                | Command::PlacePoint(..)
        )
    }

    /// Whether only a window of its own does it.
    fn needs_window(self) -> bool {
        matches!(self, Command::ToggleFullScreen | Command::ToggleOnTop)
    }
}

/// A key of the window: what it does, its names as browsers have them, and the one that is told.
pub struct KeyCommand {
    /// What it does.
    pub command: Command,
    names: &'static [&'static str],
    /// How the key is called.
    pub shown: &'static str,
    /// True if it needs Control. The other keys do the same with Control as without.
    needs_control: bool,
}

/// Keys that belong together.
pub struct KeyGroup {
    /// The heading in the list of keys.
    pub title: &'static str,
    keys: &'static [KeyCommand],
}

/// The keys of the window.
pub const KEYS: &[KeyGroup] = &[
    KeyGroup {
        title: "Time",
        keys: &[
            key(Command::TogglePause, &[" "], "space"),
            key(Command::Step, &["."], "."),
            key(Command::StartAnew, &["n", "N"], "n"),
            key(Command::Slower, &["["], "["),
            key(Command::Faster, &["]"], "]"),
            key(Command::SeekBy(-1.0), &["PageUp"], "Page Up"),
            key(Command::SeekBy(1.0), &["PageDown"], "Page Down"),
            key(Command::SeekBy(f64::NEG_INFINITY), &["Home"], "Home"),
            key(Command::ToggleLoop, &["l", "L"], "l"),
            key(Command::LoopFromHere, &["{"], "{"),
            key(Command::LoopToHere, &["}"], "}"),
            key(Command::ToggleMute, &["q", "Q"], "q"),
        ],
    },
    KeyGroup {
        title: "View",
        keys: &[
            key(Command::Zoom(ZOOM_A_KEY), &["+", "="], "+"),
            key(Command::Zoom(1.0 / ZOOM_A_KEY), &["-", "_"], "-"),
            key(Command::Pan([PAN_A_KEY, 0.0]), &["ArrowLeft"], "left"),
            key(Command::Pan([-PAN_A_KEY, 0.0]), &["ArrowRight"], "right"),
            key(Command::Pan([0.0, PAN_A_KEY]), &["ArrowUp"], "up"),
            key(Command::Pan([0.0, -PAN_A_KEY]), &["ArrowDown"], "down"),
            key(Command::FitView, &["f"], "f"),
            key(Command::ToggleFill, &["F"], "F"),
            key(Command::ResetView, &["r", "R", "0"], "r or 0"),
            key(Command::ToggleGrid, &["g", "G"], "g"),
            key(Command::NextPrecision, &["d"], "d"),
            key(Command::CopyView, &["u"], "u"),
            key(Command::CopyConstants, &["U"], "U"),
            key(Command::NextApplet, &["a", "A"], "a"),
            key(Command::ToggleFullScreen, &["F11"], "F11"),
            key(Command::ToggleOnTop, &["t", "T"], "t"),
            with_control(Command::Larger, &["+", "="], "Ctrl + +"),
            with_control(Command::Smaller, &["-", "_"], "Ctrl + -"),
            with_control(Command::UsualSize, &["0"], "Ctrl + 0"),
        ],
    },
    KeyGroup {
        title: "Points and values",
        keys: &[
            key(Command::Toggle(Panel::Parameters), &["p", "P"], "p"),
            key(Command::Toggle(Panel::Page), &["j", "J"], "j"),
            key(Command::Write, &["w", "W"], "w"),
            key(Command::ResetPoints, &["Backspace"], "Backspace"),
            key(Command::TakeImagesBack, &["b", "B"], "b"),
            key(Command::NextCamera, &["v", "V"], "v"),
        ],
    },
    KeyGroup {
        title: "Inspect",
        keys: &[
            key(Command::Toggle(Panel::Hud), &["h", "H"], "h"),
            key(Command::Toggle(Panel::Console), &["o", "O"], "o"),
            key(Command::CopyOutput, &["y", "Y"], "y"),
            key(Command::Toggle(Panel::Probe), &["i", "I"], "i"),
            key(Command::KeepProbe, &["k", "K"], "k"),
            key(Command::DebugPixel(None), &["D"], "D"),
            key(Command::DrawSelection, &["x", "X"], "x"),
            key(Command::NextValue, &[">"], ">"),
            key(Command::PreviousValue, &["<"], "<"),
            key(Command::NextHeat, &["z", "Z"], "z"),
            key(Command::Reveal, &["e", "E"], "e"),
        ],
    },
    KeyGroup {
        title: "Save",
        keys: &[
            key(Command::SavePicture, &["s"], "s"),
            key(Command::Toggle(Panel::Save), &["S"], "S"),
            key(Command::CopyPicture, &["c", "C"], "c"),
            key(Command::Record, &["m", "M"], "m"),
        ],
    },
    KeyGroup {
        title: "Panels",
        keys: &[
            key(Command::Toggle(Panel::Keys), &["?"], "?"),
            key(Command::Toggle(Panel::Keys), &["F1"], "F1"),
            key(Command::HidePanels, &["Escape"], "Escape"),
        ],
    },
];

const fn key(command: Command, names: &'static [&'static str], shown: &'static str) -> KeyCommand {
    KeyCommand {
        command,
        names,
        shown,
        needs_control: false,
    }
}

const fn with_control(
    command: Command,
    names: &'static [&'static str],
    shown: &'static str,
) -> KeyCommand {
    KeyCommand {
        needs_control: true,
        ..key(command, names, shown)
    }
}

impl KeyGroup {
    /// Those keys of what the pictures are shown in: an editor has some itself.
    pub fn keys(&self, container: Container) -> impl Iterator<Item = &'static KeyCommand> {
        self.keys.iter().filter(move |key| key.is_in(container))
    }
}

impl KeyCommand {
    /// The first of its names.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }

    fn is_in(&self, container: Container) -> bool {
        match container {
            Container::Window => true,
            Container::Tab => {
                !self.needs_control && !self.command.needs_window() && !is_function_key(self.name())
            }
        }
    }
}

/// The keys of what the pictures are shown in.
fn keys(container: Container) -> impl Iterator<Item = &'static KeyCommand> {
    KEYS.iter().flat_map(move |group| group.keys(container))
}

/// The displayed name of the key of a command.
pub(super) fn key_of(command: Command) -> Option<&'static str> {
    let found = keys(Container::Window).find(|key| key.command == command);
    found.map(|key| key.shown)
}

/// Whether a key is meant for the window whatever the applet does: function keys are, as in browsers.
pub fn is_for_window(key: &Key) -> bool {
    is_function_key(&key.name)
}

fn is_function_key(name: &str) -> bool {
    let number = name.strip_prefix('F');
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}

/// What a key has the window do.
pub fn of_key(key: &Key, container: Container) -> Option<Command> {
    let named = keys(container).filter(|entry| entry.names.contains(&key.name.as_str()));
    let meant = named.filter(|entry| key.control || !entry.needs_control);
    // With Control, what it does with that only.
    let found = meant.max_by_key(|entry| entry.needs_control);
    found.map(|entry| entry.command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let names =
            |key: &'static KeyCommand| key.names.iter().map(|name| (name, key.needs_control));
        let mut names: Vec<_> = keys(Container::Window).flat_map(names).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn a_tab_lists_no_key_that_it_does_not_hear() {
        let listed = |container| -> Vec<&str> { keys(container).map(|key| key.shown).collect() };
        let (window, tab) = (listed(Container::Window), listed(Container::Tab));
        let missing = window.iter().filter(|key| !tab.contains(key));
        let theirs = ["F11", "t", "Ctrl + +", "Ctrl + -", "Ctrl + 0", "F1"];
        assert_eq!(missing.copied().collect::<Vec<_>>(), theirs);
        let key = Key {
            name: "t".to_owned(),
            ..Key::default()
        };
        assert_eq!(of_key(&key, Container::Tab), None);
        assert_eq!(of_key(&key, Container::Window), Some(Command::ToggleOnTop));
    }

    #[test]
    fn control_changes_what_some_keys_do() {
        let of = |name: &str, control| {
            let key = Key {
                name: name.to_owned(),
                control,
                ..Key::default()
            };
            of_key(&key, Container::Window)
        };
        assert_eq!(of("+", false), Some(Command::Zoom(ZOOM_A_KEY)));
        assert_eq!(of("+", true), Some(Command::Larger));
        assert_eq!(of("0", true), Some(Command::UsualSize));
        assert_eq!(of("c", true), Some(Command::CopyPicture));
    }
}
