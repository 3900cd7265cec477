fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let t = std::time::Instant::now();
        let document = cindyscript_analysis::Document::open(&path, text);
        let analysis = cindyscript_analysis::analyse(&document);
        println!("== {path} {:?}", t.elapsed());
        for d in &analysis.diagnostics { println!("{:?} {} {:?}: {}\n   help {:?}", d.severity, d.code, d.range, d.message, d.help); for r in &d.related { println!("   - {:?} {}", r.range, r.message);} }
        for e in cindyscript_analysis::report::types(&analysis) { println!("{:?} {}: {}", e.kind, e.name, e.ty); }
        for a in &analysis.applets { for p in 0..a.program.plots.len() { 
            let plot = cindyscript_analysis::program::PlotId(p as u32);
            let row = a.program.plot(plot);
            println!("U: {:?}", row.uniforms.iter().map(|&t| &document.text()[std::ops::Range::<usize>::from(a.range(t))]).collect::<Vec<_>>());
            println!("pixel {:?} assigned {:?}", row.pixel.iter().map(|p| (a.program.names.text(p.name), p.coordinate)).collect::<Vec<_>>(), row.assigned.iter().map(|&n| a.program.names.text(n)).collect::<Vec<_>>());
            match a.pixel_program(plot, &[]) { Ok(p) => println!("OK {} nodes {} uniforms", p.nodes.len(), p.uniforms.len()), Err(e) => println!("ERR {e:?}") } } }
    }
}
