//! Files of models.

use std::io::{self, Write};

use super::{Solid, normal};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidFormat {
    /// Binary STL.
    Stl,
    /// Wavefront OBJ.
    Obj,
}

impl SolidFormat {
    /// The format of a file with a name; none if its ending is that of another.
    pub fn of(name: &str) -> Option<SolidFormat> {
        let (_, ending) = name.rsplit_once('.')?;
        match &*ending.to_ascii_lowercase() {
            "stl" => Some(SolidFormat::Stl),
            "obj" => Some(SolidFormat::Obj),
            _ => None,
        }
    }

    /// The ending of names, without its dot.
    pub fn ending(self) -> &'static str {
        match self {
            SolidFormat::Stl => "stl",
            SolidFormat::Obj => "obj",
        }
    }
}

/// The first bytes of an STL file: any text that does not begin with `solid`.
const HEADER: &[u8] = b"CindyScript, a unit is a millimetre";

impl Solid {
    /// Writes the model.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, format: SolidFormat, writer: &mut impl Write) -> io::Result<()> {
        match format {
            SolidFormat::Stl => self.write_stl(writer),
            SolidFormat::Obj => self.write_obj(writer),
        }
    }

    fn write_stl(&self, writer: &mut impl Write) -> io::Result<()> {
        let mut header = [0; 80];
        header[..HEADER.len()].copy_from_slice(HEADER);
        writer.write_all(&header)?;
        writer.write_all(&(self.faces.len() as u32).to_le_bytes())?;
        for face in &self.faces {
            let corners = face.map(|at| self.points[at as usize]);
            let normal = normal(corners.map(|corner| corner.map(f64::from)));
            let normal = normal.map(|entry| entry as f32);
            let mut record = [0; 50];
            let numbers = normal.iter().chain(corners.as_flattened());
            for (bytes, number) in record.chunks_exact_mut(4).zip(numbers) {
                bytes.copy_from_slice(&number.to_le_bytes());
            }
            writer.write_all(&record)?;
        }
        Ok(())
    }

    fn write_obj(&self, writer: &mut impl Write) -> io::Result<()> {
        for [x, y, z] in &self.points {
            writeln!(writer, "v {x} {y} {z}")?;
        }
        for face in &self.faces {
            let [a, b, c] = face.map(|at| at + 1);
            writeln!(writer, "f {a} {b} {c}")?;
        }
        Ok(())
    }
}
