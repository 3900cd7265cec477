//! WAV files.

use crate::SAMPLE_RATE;

/// A WAV file of 16-bit samples, [`SAMPLE_RATE`] in a second.
#[must_use]
pub fn wav(samples: &[[f32; 2]]) -> Vec<u8> {
    /// Bytes of the header behind the length of the file.
    const HEADER: usize = 36;
    /// Bytes of a sample, for both ears.
    const FRAME: u16 = 4;
    let bytes = samples.len() * usize::from(FRAME);
    // The field has 32 bits: larger files have the largest number.
    let length = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes();
    let mut file = Vec::with_capacity(HEADER + 8 + bytes);
    file.extend(b"RIFF");
    file.extend(length(HEADER + bytes));
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    // PCM, two channels.
    file.extend([1, 0, 2, 0]);
    file.extend(SAMPLE_RATE.to_le_bytes());
    file.extend((SAMPLE_RATE * u32::from(FRAME)).to_le_bytes());
    file.extend(FRAME.to_le_bytes());
    file.extend(16_u16.to_le_bytes());
    file.extend(b"data");
    file.extend(length(bytes));
    for sample in samples.iter().flatten() {
        let sample = (sample * f32::from(i16::MAX)).round() as i16;
        file.extend(sample.to_le_bytes());
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_has_a_header_and_samples_of_both_ears() {
        let file = wav(&[[0.0, 1.0], [-1.0, 2.0]]);
        assert_eq!(file.len(), 44 + 8);
        assert_eq!(file[4..8], (44_u32).to_le_bytes());
        assert_eq!(file[40..44], 8_u32.to_le_bytes());
        let samples: Vec<i16> = file[44..]
            .chunks_exact(2)
            .map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]))
            .collect();
        assert_eq!(samples, [0, i16::MAX, -i16::MAX, i16::MAX]);
    }
}
