//! Places of the canvases of a page in its picture: the port, and the canvases of Cindy3D.

use cindyscript_applet::{Applet, PageCanvas};
use cindyscript_interpreter::MODEL_CANVAS;

/// The canvas that scripts paint on in space unless they name another.
const DEFAULT_CANVAS: &str = "Cindy3D";

/// A port that is not larger, in CSS pixels, is there because CindyJS wants one.
const SMALLEST_PORT: f64 = 60.0;

/// The canvases of an applet that draws in space. Places and sizes are in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The size of the port, which lies in the upper left corner.
    pub port: [f64; 2],
    /// True if the port is shown.
    pub shows_port: bool,
    /// The pictures in space.
    pub canvases: Vec<CanvasPlace>,
    /// Width and height of the whole.
    pub size: [f64; 2],
}

/// A canvas for a picture in space.
#[derive(Clone, Debug, PartialEq)]
pub struct CanvasPlace {
    /// The id of the canvas.
    pub id: String,
    /// The upper left corner.
    pub corner: [f64; 2],
    /// Width and height.
    pub size: [f64; 2],
}

impl Layout {
    /// The layout of an applet; none if the page has no canvas that its scripts paint on in space.
    pub fn of(applet: &Applet) -> Option<Layout> {
        let canvases = applet.canvases.iter().filter(|it| is_painted(it, applet));
        let mut canvases: Vec<PageCanvas> = canvases.cloned().collect();
        let port = applet.ports.first()?;
        let size = port.size();
        if adds_model(applet) {
            let mut others = canvases.iter();
            let other = others.find(|canvas| canvas.id == DEFAULT_CANVAS);
            canvases.push(PageCanvas {
                id: MODEL_CANVAS.to_owned(),
                size: other.map_or(size, |canvas| canvas.size),
            });
        }
        if canvases.is_empty() {
            return None;
        }
        let is_there = port.id.is_some() && !port.fill;
        let shows_port = is_there && size.iter().any(|side| *side > SMALLEST_PORT);
        let shown = shows_port.then_some(size);
        let sizes = shown.into_iter().chain(canvases.iter().map(|it| it.size));
        let sizes: Vec<[f64; 2]> = sizes.collect();
        // Side by side, or below each other if that takes less room.
        let (row, column) = (whole(&sizes, 0), whole(&sizes, 1));
        let axis = usize::from(column[0] * column[1] < row[0] * row[1]);
        let mut corner = [0.0; 2];
        corner[axis] = shown.map_or(0.0, |size| size[axis]);
        let places = canvases.into_iter().map(|canvas| {
            let place = CanvasPlace {
                id: canvas.id.clone(),
                corner,
                size: canvas.size,
            };
            corner[axis] += canvas.size[axis];
            place
        });
        Some(Layout {
            port: size,
            shows_port,
            canvases: places.collect(),
            size: [row, column][axis],
        })
    }

    /// The canvas at a place.
    pub fn canvas_at(&self, [x, y]: [f64; 2]) -> Option<&CanvasPlace> {
        self.canvases.iter().find(|place| {
            let ([left, top], [width, height]) = (place.corner, place.size);
            (left..left + width).contains(&x) && (top..top + height).contains(&y)
        })
    }
}

/// The size of rectangles one after the other along an axis.
fn whole(sizes: &[[f64; 2]], axis: usize) -> [f64; 2] {
    let mut whole = [0.0f64; 2];
    for size in sizes {
        whole[axis] += size[axis];
        whole[1 - axis] = whole[1 - axis].max(size[1 - axis]);
    }
    whole
}

/// True if a script calls a function whose name begins so. Names may have spaces in them, in any case.
fn calls(text: &str, name: &str) -> bool {
    let code = text.chars().filter(|c| !c.is_whitespace());
    code.collect::<String>().to_lowercase().contains(name)
}

/// True if scripts add the controls of CindyPrint, and with them a canvas for models.
fn adds_model(applet: &Applet) -> bool {
    let texts = || applet.scripts.iter().map(|script| script.source.text());
    let names = ["addcindy3dprintui", "addcindyglprintui("];
    names
        .iter()
        .any(|name| texts().any(|text| calls(text, name)))
}

/// True if the page has controls: its own, or those of CindyPrint.
pub fn has_controls(applet: &Applet) -> bool {
    !applet.controls.is_empty() || adds_model(applet)
}

/// True if scripts paint on a canvas in space.
fn is_painted(canvas: &PageCanvas, applet: &Applet) -> bool {
    let begins = |text: &str| calls(text, "begin3d(");
    let name = format!("\"{}\"", canvas.id);
    let is_named = |text: &str| canvas.id == DEFAULT_CANVAS || text.contains(&name);
    let texts = applet.scripts.iter().map(|script| script.source.text());
    let mut texts = texts.filter(|text| begins(text));
    texts.any(is_named)
}

#[cfg(test)]
mod tests {
    use cindyscript_applet::parse_file;

    use super::{CanvasPlace, Layout};

    fn layout(page: &str) -> Option<Layout> {
        let script = "<script id='csdraw' type='text/x-cindyscript'>Begin3D (name -> \"B\");</script>\
                      <script>CindyJS({scripts: 'cs*', canvasname: 'C'});</script>";
        let page = parse_file("page.html", &format!("{script}{page}"));
        Layout::of(&page.applets[0])
    }

    fn corners(layout: &Layout) -> Vec<[f64; 2]> {
        layout.canvases.iter().map(|place| place.corner).collect()
    }

    #[test]
    fn canvas_that_no_script_names_has_no_place() {
        assert_eq!(layout("<canvas id='A'></canvas><div id='C'></div>"), None);
    }

    #[test]
    fn small_port_is_not_shown() {
        let port = "<div id='C' style='width: 50px; height: 50px'></div>";
        let layout = layout(&format!("{port}<canvas id='Cindy3D'></canvas>")).expect("a layout");
        assert!(!layout.shows_port);
        assert_eq!(layout.port, [50.0; 2]);
        assert_eq!(layout.size, [300.0, 150.0]);
        let place = CanvasPlace {
            id: "Cindy3D".to_owned(),
            corner: [0.0; 2],
            size: [300.0, 150.0],
        };
        assert_eq!(layout.canvases, [place]);
    }

    #[test]
    fn pictures_lie_beside_a_port() {
        let port = "<div id='C' style='width: 400px; height: 400px'></div>";
        let canvases =
            "<canvas id='Cindy3D' width=632 height=452></canvas><canvas id='B'></canvas>";
        let layout = layout(&format!("{port}{canvases}")).expect("a layout");
        assert!(layout.shows_port);
        assert_eq!(layout.size, [1332.0, 452.0]);
        assert_eq!(corners(&layout), [[400.0, 0.0], [1032.0, 0.0]]);
        assert_eq!(layout.canvas_at([399.0, 5.0]), None);
        assert_eq!(layout.canvas_at([400.0, 5.0]), Some(&layout.canvases[0]));
        assert_eq!(layout.canvas_at([1100.0, 151.0]), None);
    }

    #[test]
    fn model_for_printers_has_a_canvas_like_that_of_the_scene() {
        let script =
            "<script id='csinit' type='text/x-cindyscript'>addCindy3DPrintUI('a');</script>";
        let port = "<div id='C' style='width: 50px; height: 50px'></div>";
        let canvas = "<canvas id='Cindy3D' width=200 height=300></canvas>";
        let layout = layout(&format!("{script}{port}{canvas}")).expect("a layout");
        assert_eq!(layout.size, [400.0, 300.0]);
        assert_eq!(layout.canvases[1].id, "Cindy3DPreview");
        assert_eq!(corners(&layout), [[0.0, 0.0], [200.0, 0.0]]);
    }

    #[test]
    fn picture_lies_below_a_wide_port() {
        let port = "<div id='C' style='width: 800px; height: 40px'></div>";
        let canvas = "<canvas id='Cindy3D' width=800 height=600></canvas>";
        let layout = layout(&format!("{port}{canvas}")).expect("a layout");
        assert_eq!(layout.size, [800.0, 640.0]);
        assert_eq!(corners(&layout), [[0.0, 40.0]]);
    }
}
