//! Every duration that decides how work is scheduled, in one place. Each names what it limits.
//!
//! A person notices a frame that is late by some 20 ms, waits for an answer of 100 ms without
//! noticing, and takes what does not move for a second to be broken.

use std::time::Duration;

/// The first picture of a frame that the CPU paints, which is coarse, if it can be had in so much.
pub const COARSE_PICTURE: Duration = Duration::from_millis(40);
/// Painting at a stretch, before events are looked at again.
pub const PAINT_SLICE: Duration = Duration::from_millis(80);
/// The same where that was not enough for the frame before: what is slow does not slow down the
/// rest.
pub const PAINT_SLICE_BEHIND: Duration = Duration::from_millis(20);
/// A picture that takes longer is looked through for loops without end again.
pub const LONG_PICTURE: Duration = Duration::from_secs(1);

/// Colorplots into images on the CPU, all of a frame together.
pub const CPU_IMAGES: Duration = Duration::from_millis(300);
/// The same when a version starts: later frames read them.
pub const CPU_IMAGES_AT_START: Duration = Duration::from_secs(5);
/// A pixel on the CPU, where somebody waits for the picture; one that takes longer with others is
/// evaluated by itself.
pub const CPU_PIXEL: Duration = Duration::from_millis(50);
/// The same where many pixels have taken longer.
pub const CPU_PIXEL_HURRIED: Duration = Duration::from_millis(2);

/// What the GPU is given at once of a colorplot with loops: tiles that take less are followed by
/// larger ones, and those that take longer than twice as much by smaller ones.
pub const GPU_TILE: Duration = Duration::from_millis(20);
/// The smallest work of a GPU, on any machine: the way there and back.
pub const GPU_SUBMISSION: Duration = Duration::from_millis(2);
/// A colorplot into an image on the GPU, in a window.
pub const GPU_IMAGE: Duration = Duration::from_secs(1);
/// The same for one that has taken longer before: all the rest of the frame waits for it.
pub const GPU_IMAGE_RETRIED: Duration = Duration::from_millis(20);
/// A driver that takes longer for anything hangs: no person would wait so long for a picture.
pub const GPU_ANSWER: Duration = Duration::from_secs(60);
/// Waiting for the device at a stretch: others wait meanwhile who want to change what it has.
pub const GPU_WAIT_SLICE: Duration = Duration::from_millis(20);
/// A newer text does not wait longer for what is made of an older one.
pub const NEWER_TEXT: Duration = Duration::from_millis(1200);
/// A pipeline that is built for longer is given up for a newer text.
pub const PIPELINE_FOR_NEWER_TEXT: Duration = Duration::from_millis(500);
/// A colorplot that shows something else before its tiles are complete is painted to its end, for
/// so long: a picture of one moment. After that it goes on with what it shows now.
pub const TILES_OF_ONE_MOMENT: Duration = Duration::from_millis(300);
/// What is left of a colorplot without end is not waited for if it takes longer.
pub const ENDLESS_LEFT: Duration = Duration::from_secs(2);

/// Evaluating pixels to find loops without end; one without end takes a good part of it.
pub const ENDLESS_SEARCH: Duration = Duration::from_millis(150);
/// Between the first two searches in the same version; the more there were, the longer.
pub const ENDLESS_SEARCH_PERIOD: Duration = Duration::from_secs(5);

/// Evaluating pixels of a colorplot to compare them with those that the GPU paints: up to some hundred
/// at a time.
pub const SAMPLES_TIME: Duration = Duration::from_millis(100);
/// The same where the picture waits for that.
pub const SAMPLES_TIME_WAITED: Duration = Duration::from_secs(2);
/// Between two comparisons of pixels, where the picture moves.
pub const SAMPLES_PERIOD: Duration = Duration::from_millis(500);
/// And so many times what the last one has taken: the part of a processor that they have.
pub const SAMPLES_REST: u32 = 4;
/// How often is looked whether a comparison is done.
pub const SAMPLES_POLL: Duration = Duration::from_millis(10);

/// Between two frames of which the colorplots are timed: timestamps cost the device a little.
pub const TIMES_PERIOD: Duration = Duration::from_millis(200);

/// Making the orbits that a colorplot is computed as the difference to.
pub const ORBIT: Duration = Duration::from_secs(5);

/// Looking how many rounds loops take, before they are shown in colours.
pub const ROUNDS_SEARCH: Duration = Duration::from_millis(150);

/// How long, and in how many frames, a value has to stand still before a pipeline is built that has
/// it in its text.
pub const SPECIALISED_AFTER: Duration = Duration::from_secs(1);
/// See [`SPECIALISED_AFTER`].
pub const SPECIALISED_AFTER_FRAMES: u32 = 30;

/// Between two messages about what scripts print.
pub const OUTPUT_PERIOD: Duration = Duration::from_millis(200);
/// Between two messages about the values of variables.
pub const VALUES_PERIOD: Duration = Duration::from_millis(300);
/// Between two looks at what paints the colorplots and how long that takes.
pub const PLOTS_PERIOD: Duration = Duration::from_millis(400);
/// Between two looks at what colorplots compute at a pixel.
pub const PIXEL_PERIOD: Duration = Duration::from_millis(100);
/// A pixel that is looked at may take each colorplot so long.
pub const PIXEL_PATIENCE: Duration = Duration::from_millis(20);
