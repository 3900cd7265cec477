//! The durations of the window: what its user notices, and what its threads have time for; and how
//! far a turn of the wheel goes. Durations of painting are in [`cindyscript_render::policy`].

use std::time::Duration;

/// A script that is evaluated by itself may run so long: somebody waits for its value, and no picture.
pub(crate) const EVAL_TIME: Duration = Duration::from_secs(8);

/// Two presses at the same place within this time are a double click.
pub(crate) const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// A line of the wheel zooms by this.
pub(crate) const ZOOM_A_LINE: f64 = 1.15;
/// A key zooms by this.
pub(crate) const ZOOM_A_KEY: f64 = 1.25;
/// A key moves the picture by this part of its width or height.
pub(crate) const PAN_A_KEY: f64 = 0.1;

/// The place of the pointer is waited for so long when a file was dropped.
pub(crate) const DROP_PATIENCE: Duration = Duration::from_millis(300);
/// The controls go when the pointer has rested for so long.
pub(crate) const CONTROLS_REST: Duration = Duration::from_millis(2500);
/// What the user changes of where an applet is left is written down so long after it.
pub(crate) const SAVE_PERIOD: Duration = Duration::from_secs(1);
/// An applet that was left while its time stood still is not taken further than this when it is opened,
/// in seconds, if all frames up to there have to be run.
pub(crate) const SOUGHT_WHEN_OPENED: f64 = 60.0;
/// On the way to another time, a picture is shown so often.
pub(crate) const SEEK_SLICE: Duration = Duration::from_millis(60);

/// The shortest time between two frames where no screen decides that: a little less than 1/60 s.
pub(crate) const FRAME_PERIOD: Duration = Duration::from_micros(15_800);
/// A picture that takes longer on its way to the editor is sent with losses.
pub(crate) const PICTURE_ON_ITS_WAY: Duration = Duration::from_millis(40);
/// A picture that was sent with losses, and stands still for so long, is sent without.
pub(crate) const PICTURE_AT_REST: Duration = Duration::from_millis(250);

/// A file that is gone for so long was deleted; a save by renaming has put it back by then.
pub(crate) const RENAMED_WITHIN: Duration = Duration::from_millis(300);

/// The pipelines for the texts to come are built when none has come for so long.
pub(crate) const GENERAL_AFTER: Duration = Duration::from_millis(300);

/// A version whose picture is not complete counts as shown after so long.
pub(crate) const RECEIPT_DELAY: Duration = Duration::from_secs(5);
/// How often a window that was not seen is asked whether it is.
pub(crate) const HIDDEN_WINDOW_POLL: Duration = Duration::from_millis(250);
/// Scripts that fail after so long are not run again by themselves.
pub(crate) const FAILED_SCRIPTS_RETRIED: Duration = Duration::from_secs(1);

/// Between two looks at how far a file is that is being written.
pub(crate) const JOB_POLL: Duration = Duration::from_millis(100);
/// The editor has so long to take what was copied.
pub(crate) const COPY_PATIENCE: Duration = Duration::from_secs(10);

/// While the applet moves, the panel of the times shows others so often.
pub(crate) const TIMES_PERIOD: Duration = Duration::from_millis(150);

/// How often is looked whether its colour has come back.
pub(crate) const PIXEL_POLL: Duration = Duration::from_millis(4);

/// Losses of the device are counted for so long.
pub(crate) const DEVICE_LOSS_PERIOD: Duration = Duration::from_secs(300);
/// Faults of the render loop are counted for so long.
pub(crate) const FAULT_PERIOD: Duration = Duration::from_secs(60);

/// A display that has not answered after so long is not opened.
pub(crate) const DISPLAY_ANSWER: Duration = Duration::from_secs(2);
/// The other threads have so long to end once the window is closed, and to write what is recorded.
pub(crate) const THREADS_END: Duration = Duration::from_secs(5);
/// The process has so long to end once nobody is there who could end it.
pub(crate) const PROCESS_ENDS: Duration = Duration::from_secs(6);
/// After that, it is given so long before it is aborted.
pub(crate) const PROCESS_ABORTED: Duration = Duration::from_secs(2);
