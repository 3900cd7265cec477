//! Where in the text stands what paints at a place.

use std::time::Duration;

use cindyscript_applet::TextRange;
use cindyscript_interpreter::display::Drawing;

use super::Session;
use crate::frame::{DrawItem, FrameDescription};
use crate::paint;

/// A line is meant by what is this near to it, in CSS pixels.
const REACH: f64 = 4.0;

impl Session {
    /// What of the text paints at a place, in CSS pixels: an element of the construction, or else the
    /// drawing or the colorplot in front. Each colorplot may take so long to say whether it does;
    /// `None` does not limit it.
    pub fn source_at(
        &self,
        frame: &FrameDescription,
        at: [f64; 2],
        patience: Option<Duration>,
    ) -> Option<TextRange> {
        let element = || {
            let name = self.interpreter.element_at(self.view().to_world(at))?;
            self.applet()?.element(name)
        };
        if let Some(element) = element() {
            return Some(element.name_range);
        }
        let item = self.item_at(frame, at, patience)?;
        match frame.items.get(item)? {
            DrawItem::Plot(draw) => self.range_of_plot(draw),
            DrawItem::Space(_) | DrawItem::Drawing(_) => self.source.range_of(frame.term(item)?),
        }
    }

    /// The image of the page that is seen at a place, in CSS pixels, or of which the colorplot there is
    /// computed: that in front. None where there is none, or more than one in a colorplot.
    pub fn image_at(&mut self, frame: &FrameDescription, at: [f64; 2]) -> Option<String> {
        let place = at.map(|place| place * self.canvas.scale);
        let near = paint::near(frame, place, 0.0, &self.canvas, &self.fonts);
        let named: Vec<String> = self
            .applet()?
            .images
            .iter()
            .map(|it| it.name.clone())
            .collect();
        let items = near
            .into_iter()
            .rev()
            .filter_map(|item| frame.items.get(item));
        for item in items {
            match item {
                DrawItem::Plot(draw) if draw.region.contains(place) => {
                    let mut read = draw.call.images.iter().map(|(name, _)| str::to_owned(name));
                    let mut of_page = read.by_ref().filter(|name| named.contains(name));
                    if let Some(first) = of_page.next() {
                        return of_page.next().is_none().then_some(first);
                    }
                }
                DrawItem::Drawing(Drawing::Picture(drawing)) => {
                    let shown = named.iter().find(|name| {
                        let now = self.interpreter.image(name);
                        now.is_some_and(|now| now.is_same(&drawing.picture))
                    });
                    if let Some(name) = shown {
                        return Some(name.clone());
                    }
                }
                DrawItem::Plot(_) | DrawItem::Space(_) | DrawItem::Drawing(_) => {}
            }
        }
        None
    }

    /// The drawing of a script or the colorplot in front at a place, in CSS pixels, by its place among
    /// the items of a frame.
    fn item_at(
        &self,
        frame: &FrameDescription,
        at: [f64; 2],
        patience: Option<Duration>,
    ) -> Option<usize> {
        let place = at.map(|place| place * self.canvas.scale);
        let near = paint::near(frame, place, REACH, &self.canvas, &self.fonts);
        near.into_iter().rev().find(|item| {
            let plot = match frame.items.get(*item) {
                Some(DrawItem::Plot(draw)) => draw,
                _ => return frame.term(*item).is_some(),
            };
            let probe = self.probe_plot(plot, at, patience);
            probe.is_some_and(|probe| probe.colour != [0.0; 4])
        })
    }
}
