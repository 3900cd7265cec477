//! How much faster scripts run here than in CindyJS, which runs them in node in the same run.
//!
//! `CINDYJS_ORACLE=FOLDER cargo bench -p cindyscript-tests --bench interpreter [-- PART OF A NAME]`,
//! where the folder has CindyJS in its `node_modules`; without it only our times are printed. Times
//! are the best of several calls, without start-up and parsing.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cindyscript_hir::document::Document;
use cindyscript_hir::program::TermId;
use cindyscript_ide::analyse;
use cindyscript_interpreter::{Interpreter, World};
use cindyscript_tests::wanted;

/// Name, what runs once, what is timed.
const PROGRAMS: &[(&str, &str, &str)] = &[
    (
        "fibonacci",
        "fib(n):=if(n<2,n,fib(n-1)+fib(n-2))",
        "fib(20)",
    ),
    (
        "sieve",
        "sieve(n):=(regional(prime,k,m);
            prime=apply(1..n,true);
            k=2;
            while(k*k<=n,
                if(prime_k,m=k*k;while(m<=n,prime_m=false;m=m+k));
                k=k+1);
            length(select(2..n,prime_#)))",
        "sieve(3000)",
    ),
    (
        "list building",
        "build(n):=(regional(l,x);
            l=[];x=1;
            repeat(n,x=mod(x*16807,2147483647);l=l:>x);
            sum(l))",
        "build(3000)",
    ),
    (
        "sorting",
        "x=1;list=apply(1..20000,x=mod(x*16807,2147483647);x);
        sorted():=(regional(l);l=sort(list);sort(l,-#)_1+l_1)",
        "sorted()",
    ),
    (
        "matrix product",
        "a=apply(1..60,i,apply(1..60,j,sin(i*j)));b=apply(1..60,i,apply(1..60,j,cos(i+j)));
        products():=(regional(m);m=a;repeat(5,m=m*b/60);m_7_8)",
        "products()",
    ),
    (
        "matrix inverse",
        "a=apply(1..60,i,apply(1..60,j,sin(i*j)+if(i==j,9,0)))",
        "inverse(a)_7_8",
    ),
    (
        "string building",
        "build(n):=(regional(s);s=\"\";repeat(n,s=s+#+\",\");length(s))",
        "build(10000)",
    ),
    (
        "200 bodies",
        "n=200;
        p=apply(1..n,[sin(#)*#,cos(3*#)*#,sin(7*#)*#]);
        v=apply(1..n,[0,0,0]);
        simulate():=(
            v=apply(1..n,i,
                regional(here,force,d,r);
                here=p_i;force=[0,0,0];
                repeat(n,j,if(i!=j,
                    d=p_j-here;
                    r=d*d+0.01;
                    force=force+d/(r*sqrt(r))));
                v_i+0.001*force);
            p=apply(1..n,p_#+0.001*v_#);
            1)",
        "simulate()",
    ),
    (
        "apply",
        "squares():=(length(apply(1..100000,#^2+1)))",
        "squares()",
    ),
    ("sum", "total():=sum(1..100000,#*#)", "total()"),
];

const ROUNDS: usize = 5;
const TIME: Duration = Duration::from_secs(2);

struct Answer {
    value: String,
    ms: f64,
}

fn main() {
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let programs: Vec<_> = PROGRAMS
        .iter()
        .filter(|(name, ..)| {
            only.as_ref()
                .is_none_or(|part| name.contains(part.as_str()))
        })
        .collect();
    let oracle = wanted("CindyJS's times", ["CINDYJS_ORACLE"]);
    let theirs = oracle.map(|[folder]| cindyjs(&folder, &programs));
    let mut ratios = Vec::new();
    println!("{:18} {:>10} {:>12} {:>8}", "", "ours", "CindyJS", "ratio");
    for (index, (name, setup, call)) in programs.iter().enumerate() {
        let ours = run(setup, call);
        let Some(theirs) = theirs.as_ref().and_then(|answers| answers.get(index)) else {
            println!("{name:18} {:7.3} ms", ours.ms);
            continue;
        };
        let ratio = theirs.ms / ours.ms;
        ratios.push(ratio);
        let verdict = if ours.value == theirs.value {
            String::new()
        } else {
            format!("   {} here, {} there", ours.value, theirs.value)
        };
        println!(
            "{name:18} {:7.3} ms {:9.3} ms {ratio:7.1}x{verdict}",
            ours.ms, theirs.ms
        );
    }
    ratios.sort_by(f64::total_cmp);
    if let [least, ..] = ratios[..] {
        let middle = ratios.len() / 2;
        let median = (ratios[middle] + ratios[(ratios.len() - 1) / 2]) / 2.0;
        println!("least {least:.1}x, median {median:.1}x");
    }
}

fn run(setup: &str, call: &str) -> Answer {
    let text = format!("{setup};\n{call}");
    let document = Document::open("bench.cindyscript", text.as_str());
    let analysis = analyse(&document);
    let mut interpreter = Interpreter::new(World::new(&document.applets()[0]));
    interpreter.load(analysis.applets[0].split_program());
    let root = interpreter.program().scripts[0].root;
    let (value, _) = interpreter.run(root);
    let value = interpreter.print(&value);
    // The last statement of the script is the call: children stand before their parents.
    let call = TermId(root.0 - 1);
    let mut best = Duration::MAX;
    let start = Instant::now();
    let mut round = 0;
    while round < ROUNDS || (start.elapsed() < TIME && round < 100) {
        let start = Instant::now();
        interpreter.run(call);
        best = best.min(start.elapsed());
        round += 1;
    }
    Answer {
        value,
        ms: best.as_secs_f64() * 1e3,
    }
}

fn cindyjs(folder: &Path, programs: &[&(&str, &str, &str)]) -> Vec<Answer> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/interpreter.mjs");
    let programs: Vec<_> = programs
        .iter()
        .map(|(_, setup, call)| serde_json::json!({ "setup": setup, "call": call }))
        .collect();
    let mut node = Command::new("node")
        .arg(script)
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = serde_json::to_string(&programs).unwrap();
    node.stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = node.wait_with_output().unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|answer| Answer {
            value: answer["value"].as_str().unwrap().to_owned(),
            ms: answer["ms"].as_f64().unwrap(),
        })
        .collect()
}
