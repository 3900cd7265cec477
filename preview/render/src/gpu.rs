//! The GPU: a device, pipelines of colorplots, the picture that they paint, the surface that shows
//! it. What is painted comes as a [`GpuScene`]; nothing here knows scripts.

mod adapter;
mod blit;
mod bound;
mod cached_layer;
mod colours;
mod cost;
mod device;
mod error;
mod fullscreen;
mod layer;
mod mipmap;
mod native;
mod newer_text;
mod numbers;
mod part;
mod pass;
mod picture;
mod pipeline;
mod plot;
mod pool;
mod probe;
mod sprite;
mod submission;
mod surface;
mod texture;
mod tiles;
mod times;

pub use adapter::{Demand, DisplayHandle, Opened};
pub use cost::{CostEstimate, Costs};
pub use device::{DoublePrecision, Gpu};
pub use error::GpuError;
pub use layer::{GpuScene, PlotLayer};
pub use newer_text::NewerText;
pub use numbers::NumbersRead;
pub use part::PartRead;
pub use picture::GpuPicture;
pub use pipeline::{Pipelines, PlotPipeline, Settlement};
pub(crate) use surface::Ground;
pub use surface::{Presented, WindowSurface};
pub use texture::Texture;
pub use times::PlotTimes;
