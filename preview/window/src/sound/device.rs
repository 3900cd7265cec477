//! The device that plays: the server of PulseAudio or PipeWire on Linux, on macOS and Windows the one
//! of the system.

use super::Signal;

#[cfg(target_os = "linux")]
pub(super) use linux::play;
#[cfg(any(windows, target_vendor = "apple"))]
pub(super) use others::play;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::net::Shutdown;
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use cindyscript_sound::SAMPLE_RATE;
    use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
    use pulseaudio::protocol::{
        ChannelMap, ChannelVolume, DEFAULT_SINK, PlaybackStreamParams, SampleFormat, SampleSpec,
    };
    use pulseaudio::{AsPlaybackSource, Client, cookie_path_from_env, socket_path_from_env};

    use super::Signal;

    const NO_SERVER: &str = "no PulseAudio or PipeWire server runs";

    /// A server that does not answer in this time is given up.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// Bytes of a cookie. Servers know the user by the socket, but refuse cookies of another length.
    const COOKIE: usize = 256;

    /// Bytes of a sample for one ear, and for both.
    const BYTES: usize = 4;
    const FRAME: usize = 2 * BYTES;

    /// Samples from the mixer to the ear: 50 ms.
    const LATENCY: u32 = SAMPLE_RATE / 20;

    /// Plays a signal until it ends.
    ///
    /// # Errors
    /// There is no server, or it does not play; the reason in a few words.
    pub(in super::super) fn play(signal: impl FnOnce(u32) -> Signal) -> Result<(), String> {
        let path = socket_path_from_env().ok_or(NO_SERVER)?;
        let socket = UnixStream::connect(path).map_err(|_| NO_SERVER)?;
        let failed = |error: &dyn std::fmt::Display| format!("the sound server: {error}");
        let patience = socket.set_read_timeout(Some(PATIENCE));
        patience.map_err(|error| failed(&error))?;
        let connection = socket.try_clone().map_err(|error| failed(&error))?;
        let cookie = cookie_path_from_env().and_then(|path| fs::read(path).ok());
        let cookie = cookie.unwrap_or_else(|| vec![0; COOKIE]);
        let client = Client::new_unix(c"CindyScript", socket, Some(cookie));
        let client = client.map_err(|error| failed(&error))?;
        let played = pollster::block_on(stream(&client, signal(SAMPLE_RATE)));
        // The thread of the client ends with the connection.
        drop(connection.shutdown(Shutdown::Both));
        played.map_err(|error| failed(&error))
    }

    /// Plays a signal until it ends.
    async fn stream(client: &Client, mut signal: Signal) -> pulseaudio::Result<()> {
        let bytes = LATENCY * FRAME as u32;
        let parameters = PlaybackStreamParams {
            sample_spec: SampleSpec {
                format: SampleFormat::Float32Le,
                channels: 2,
                sample_rate: SAMPLE_RATE,
            },
            channel_map: ChannelMap::stereo(),
            cvolume: Some(ChannelVolume::norm(2)),
            sink_name: Some(DEFAULT_SINK.to_owned()),
            buffer_attr: BufferAttr {
                target_length: bytes,
                ..BufferAttr::default()
            },
            flags: StreamFlags {
                adjust_latency: true,
                ..StreamFlags::default()
            },
            ..PlaybackStreamParams::default()
        };
        let mut samples = Vec::new();
        let source = move |bytes: &mut [u8]| {
            let count = bytes.len() / FRAME;
            samples.resize(count, [0.0; 2]);
            if !signal.fill(&mut samples) {
                return 0;
            }
            for (bytes, sample) in bytes.chunks_exact_mut(BYTES).zip(samples.iter().flatten()) {
                bytes.copy_from_slice(&sample.to_le_bytes());
            }
            count * FRAME
        };
        let stream = client.create_playback_stream(parameters, source.as_playback_source());
        stream.await?.source_eof().await
    }
}

#[cfg(any(windows, target_vendor = "apple"))]
mod others {
    use std::sync::mpsc::channel;

    use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
    use cpal::{BufferSize, StreamConfig};

    use super::Signal;

    /// Plays a signal until it ends.
    ///
    /// # Errors
    /// There is no device, or it does not play; the reason in a few words.
    pub(in super::super) fn play(signal: impl FnOnce(u32) -> Signal) -> Result<(), String> {
        let device = cpal::default_host().default_output_device();
        let device = device.ok_or("there is no sound device")?;
        let failed = |error: cpal::Error| format!("the sound device: {error}");
        let default = device.default_output_config().map_err(failed)?;
        let config = StreamConfig {
            channels: default.channels(),
            sample_rate: default.sample_rate(),
            buffer_size: BufferSize::Default,
        };
        let channels = usize::from(config.channels).max(1);
        let mut signal = signal(config.sample_rate);
        let mut samples = Vec::new();
        // Ends with nothing, or with a reason.
        let (ended, end) = channel();
        let broken = ended.clone();
        let fill = move |output: &mut [f32], _: &_| {
            samples.resize(output.len() / channels, [0.0; 2]);
            if !signal.fill(&mut samples) {
                drop(ended.send(None));
            }
            for (output, sample) in output.chunks_mut(channels).zip(&samples) {
                let [left, right] = *sample;
                output.fill(0.0);
                match output {
                    [only] => *only = (left + right) / 2.0,
                    [first, second, ..] => (*first, *second) = (left, right),
                    [] => {}
                }
            }
        };
        let fail = move |error| drop(broken.send(Some(error)));
        let stream = device.build_output_stream(config, fill, fail, None);
        let stream = stream.map_err(failed)?;
        stream.play().map_err(failed)?;
        match end.recv() {
            Ok(Some(error)) => Err(failed(error)),
            Ok(None) | Err(_) => Ok(()),
        }
    }
}

/// Other systems have no sound.
///
/// # Errors
/// There is no device that the preview knows.
#[cfg(not(any(target_os = "linux", windows, target_vendor = "apple")))]
pub(super) fn play(_: impl FnOnce(u32) -> Signal) -> Result<(), String> {
    Err("the preview plays none on this system".to_owned())
}
