//! A gain that changes over time, as an `AudioParam` of Web Audio does.

/// More points of an envelope are dropped.
const MAX_POINTS: usize = 1000;

/// A gain over time.
#[derive(Clone, Debug)]
pub(crate) struct Envelope {
    /// Ordered by their times.
    points: Vec<Point>,
    /// The last value that a sample had; 1 before the first.
    value: f64,
}

/// A change of a gain.
#[derive(Clone, Copy, Debug)]
struct Point {
    /// In seconds.
    at: f64,
    /// The gain at that time, or that it goes to.
    value: f64,
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// From here on, the gain is the value.
    Step,
    /// The gain goes to the value, in a line from the point before.
    Ramp,
    /// From here on, the gain goes from a value to the other one, by a factor of e in so many seconds.
    Decay { from: f64, seconds: f64 },
}

impl Envelope {
    /// A gain of 1.
    pub(crate) fn new() -> Envelope {
        Envelope {
            points: Vec::new(),
            value: 1.0,
        }
    }

    /// The last value that a sample had; 1 before the first.
    pub(crate) fn value(&self) -> f64 {
        self.value
    }

    /// Jumps to a value.
    pub(crate) fn step(&mut self, at: f64, value: f64) {
        self.insert(at, value, Shape::Step);
    }

    /// Goes to a value in a line, from the point before to a time.
    pub(crate) fn ramp(&mut self, at: f64, value: f64) {
        self.insert(at, value, Shape::Ramp);
    }

    /// Goes nearer to a value from a time on, by a factor of e in so many seconds.
    pub(crate) fn decay(&mut self, at: f64, value: f64, seconds: f64) {
        let from = self.at(at);
        self.insert(at, value, Shape::Decay { from, seconds });
    }

    /// Keeps the last value from now on, and forgets what was to come.
    pub(crate) fn hold(&mut self, now: f64) {
        self.points.retain(|point| point.at < now);
        self.step(now, self.value);
    }

    fn insert(&mut self, at: f64, value: f64, shape: Shape) {
        if self.points.len() < MAX_POINTS && !at.is_nan() {
            let place = self.points.partition_point(|point| point.at <= at);
            self.points.insert(place, Point { at, value, shape });
        }
    }

    /// The gain at a time.
    fn at(&self, seconds: f64) -> f64 {
        let mut value = [0.0];
        self.values(seconds, 0.0, &mut value);
        value[0]
    }

    /// Gives the gain at times from one on, with so many seconds between them.
    pub(crate) fn fill(&mut self, begin: f64, step: f64, gains: &mut [f64]) {
        self.values(begin, step, gains);
        self.value = gains.last().copied().unwrap_or(self.value);
        // The last point before the next sample still counts.
        let end = begin + step * gains.len() as f64;
        let over = self.points.partition_point(|point| point.at <= end);
        self.points.drain(..over.saturating_sub(1));
    }

    fn values(&self, begin: f64, step: f64, gains: &mut [f64]) {
        let mut first = 0;
        while first < gains.len() {
            let now = begin + step * first as f64;
            let next = self.points.partition_point(|point| point.at <= now);
            let (before, next) = (
                next.checked_sub(1).map(|index| self.points[index]),
                self.points.get(next),
            );
            let end = match next {
                // `as` saturates.
                Some(next) if step > 0.0 => ((next.at - begin) / step).ceil() as usize,
                _ => gains.len(),
            };
            let end = end.clamp(first + 1, gains.len());
            for (index, gain) in (first..end).zip(&mut gains[first..end]) {
                *gain = between(before, next, begin + step * index as f64);
            }
            first = end;
        }
    }
}

/// The gain at a time between two points.
fn between(before: Option<Point>, next: Option<&Point>, now: f64) -> f64 {
    let Some(before) = before else {
        return 1.0;
    };
    match (before.shape, next) {
        (Shape::Decay { from, seconds }, _) => {
            before.value + (from - before.value) * (-(now - before.at) / seconds).exp()
        }
        (
            _,
            Some(&Point {
                at,
                value,
                shape: Shape::Ramp,
            }),
        ) => before.value + (value - before.value) * (now - before.at) / (at - before.at),
        _ => before.value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The gain of an envelope at times.
    fn gains<const COUNT: usize>(envelope: &Envelope, times: [f64; COUNT]) -> [f64; COUNT] {
        times.map(|time| envelope.at(time))
    }

    #[test]
    fn an_attack_a_duration_and_a_release() {
        let mut envelope = Envelope::new();
        envelope.step(0.0, 0.0);
        envelope.ramp(1.0, 0.5);
        envelope.step(3.0, 0.5);
        envelope.ramp(4.0, 0.0);
        let at = gains(&envelope, [0.0, 0.5, 1.0, 2.0, 3.0, 3.5, 4.0, 9.0]);
        assert_eq!(at, [0.0, 0.25, 0.5, 0.5, 0.5, 0.25, 0.0, 0.0]);
    }

    #[test]
    fn a_gain_is_one_until_a_sample_has_another() {
        let mut envelope = Envelope::new();
        envelope.step(0.0, 0.25);
        assert_eq!(envelope.value(), 1.0);
        let mut filled = [0.0; 3];
        envelope.fill(0.0, 0.1, &mut filled);
        assert_eq!((filled, envelope.value()), ([0.25; 3], 0.25));
    }

    #[test]
    fn a_decay_falls_by_e_in_its_time() {
        let mut envelope = Envelope::new();
        envelope.step(0.0, 1.0);
        envelope.decay(1.0, 0.0, 2.0);
        let [before, after] = gains(&envelope, [0.5, 3.0]);
        assert_eq!(before, 1.0);
        assert!((after - (-1.0_f64).exp()).abs() < 1e-12);
    }

    #[test]
    fn points_are_bounded() {
        let mut envelope = Envelope::new();
        for time in 0..10 * MAX_POINTS {
            envelope.ramp(time as f64, 1.0);
        }
        envelope.step(f64::NAN, 1.0);
        assert_eq!(envelope.points.len(), MAX_POINTS);
        envelope.fill(0.0, 1e9, &mut [0.0; 2]);
        assert_eq!(envelope.points.len(), 1);
    }
}
