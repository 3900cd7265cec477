//! How long an author waits for diagnostics. The figures of an optimised build are printed by
//! `cargo test --release -p cindyscript-lsp --test it latency -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Client;

const URI: &str = "file:///tmp/long.cindyscript";

/// A script of as many lines, with functions, branches, lists and colorplots.
fn script(lines: usize) -> String {
    let block = |index: usize| {
        format!(
            "f{index}(x, y) := (\n  regional(r, s);\n  r = x^2 + y^2 * {index}.5;\n  \
             s = if(r > 1, sqrt(r), r / 2);\n  [s, r, |s - r|]\n);\na{index} = f{index}({index}, 2)_1;\n\
             // a comment on line {index}\nb{index} = apply(1..10, k, k * a{index});\n\
             colorplot(f{index}(#.x, #.y) * a{index});\n"
        )
    };
    (0..lines.div_ceil(10)).map(block).collect()
}

struct Latencies {
    /// From the edit to its diagnostics, and to what the server says of its time.
    seen: Vec<Duration>,
    told: Vec<Duration>,
    metered: Vec<f64>,
    analysis: Vec<f64>,
}

/// Types a digit, waits for the diagnostics, and again.
fn measure(lines: usize, edits: usize) -> Latencies {
    let mut client = Client::initialize(json!({"trace": "messages"}));
    let text = script(lines);
    client.open(URI, &text);
    client.diagnostics(URI, Some(1));
    client.hear("$/logTrace");
    let mut latencies = Latencies {
        seen: Vec::new(),
        told: Vec::new(),
        metered: Vec::new(),
        analysis: Vec::new(),
    };
    let line = u32::try_from(lines / 20 * 10 + 2).unwrap();
    for version in (2..).take(edits) {
        let start = Instant::now();
        client.edit(URI, version, [line, 20, line, 20], "1");
        client.diagnostics(URI, Some(version));
        latencies.seen.push(start.elapsed());
        let trace = client.hear("$/logTrace")["message"]
            .as_str()
            .unwrap()
            .to_owned();
        latencies.told.push(start.elapsed());
        // `...: <number> ms after the edit, <number> ms of analysis`
        let (_, times) = trace.split_once(": ").unwrap();
        let (metered, rest) = times.split_once(" ms after the edit, ").unwrap();
        latencies.metered.push(metered.parse().unwrap());
        let (analysis, _) = rest.split_once(" ms").unwrap();
        latencies.analysis.push(analysis.parse().unwrap());
        // Undone, so that the number stays short.
        client.edit(URI, version + 100_000, [line, 20, line, 21], "");
        client.diagnostics(URI, Some(version + 100_000));
        client.hear("$/logTrace");
    }
    latencies
}

/// The value that a part of the sorted values does not exceed.
fn quantile<T: Copy>(sorted: &[T], part: usize) -> T {
    sorted[(sorted.len() * part / 100).min(sorted.len() - 1)]
}

#[test]
fn every_edit_is_metered() {
    let latencies = measure(40, 5);
    for ((metered, analysis), told) in (latencies.metered.iter())
        .zip(&latencies.analysis)
        .zip(&latencies.told)
    {
        assert!(*analysis > 0.0 && analysis <= metered);
        assert!(*metered <= told.as_secs_f64() * 1e3);
    }
}

#[test]
#[ignore = "measures: worth something in an optimised build on a quiet machine"]
#[allow(clippy::print_stdout, reason = "the figures are for the reader")]
fn figures() {
    for lines in [1_000, 10_000] {
        let Latencies {
            mut seen,
            mut metered,
            mut analysis,
            ..
        } = measure(lines, 200);
        seen.sort();
        metered.sort_by(f64::total_cmp);
        analysis.sort_by(f64::total_cmp);
        println!(
            "{lines} lines, 200 edits: edit -> diagnostics, seen by the editor p50 {:.2?} p95 \
             {:.2?}; in the server p50 {:.2} ms p95 {:.2} ms, of which \
             analysis p50 {:.2} ms p95 {:.2} ms",
            quantile(&seen, 50),
            quantile(&seen, 95),
            quantile(&metered, 50),
            quantile(&metered, 95),
            quantile(&analysis, 50),
            quantile(&analysis, 95),
        );
    }
}
