#![allow(clippy::unwrap_used)]

use cindyscript_player::source::ReceivedText;

use super::*;

/// A folder of a test's own, with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("export-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// A file of the folder as one page, or what keeps it from that, as it is told without the folder.
fn exported(folder: &Path, name: &str, cindyjs: &CindyJs) -> Result<String, Vec<String>> {
    let path = folder.join(name);
    let text = ReceivedText {
        path: path.display().to_string(),
        text: fs::read_to_string(&path).unwrap(),
        version: 0,
        arrived: std::time::Instant::now(),
    };
    let (source, _) = reader::read(text, None);
    let exported = export(&source, cindyjs);
    exported.map(|exported| exported.html).map_err(|refusals| {
        let told = refusals.into_iter().map(|(range, reason)| {
            let told = source.located(range, &reason);
            told.replace(&format!("{}/", folder.display()), "")
        });
        told.collect()
    })
}

#[test]
fn a_page_keeps_its_text_but_for_addresses_of_files() {
    let page = "<script src=\"../build/js/Cindy.js\"></script><script src=a.js></script>\n\
        <link rel=stylesheet href='css/a.css'><a href=b.html>b</a><img src=http://c.d/e.png>\n\
        <div id=c style=\"background: url(a.gif)\"></div>\n\
        <script id=csinit type=text/x-cindyscript>import(\"lib\"); x = f(1);</script>\n\
        <script>CindyJS({scripts: \"cs*\", ports: [{id: \"c\"}], images: {cat: 'a.gif'},\n\
        import: {draw: ['lib.cjs']}})</script>";
    let files = [
        ("page.html", page),
        ("a.js", "1;"),
        ("a.gif", "GIF"),
        ("css/a.css", "p { src: url(b.woff) }"),
        ("css/b.woff", "W"),
        ("lib.cjs", "f(x) := x;"),
    ];
    let folder = folder("page", &files);
    let gif = "data:image/gif;base64,R0lG";
    let library = "data:text/plain;charset=utf-8;base64,Zih4KSA6PSB4Ow==#.cjs";
    let css = data_url::data_url(
        Path::new("a.css"),
        b"p { src: url(data:font/woff;base64,Vw==) }",
    );
    let expected = page
        .replace("../build/js/", "https://cindyjs.org/dist/latest/")
        .replace("=a.js", "=data:text/javascript;charset=utf-8;base64,MTs=")
        .replace("css/a.css", &css)
        .replace("a.gif", gif)
        .replace("'lib.cjs'", &format!("'{library}'"))
        .replace("\"lib\"", &format!("\"{library}\""));
    let result = exported(&folder, "page.html", &CindyJs::Site);
    assert_eq!(result, Ok(expected.clone()));
    // What is one page stays so.
    fs::write(folder.join("alone.html"), &expected).unwrap();
    let again = exported(&folder, "alone.html", &CindyJs::Site);
    assert_eq!(again, Ok(expected));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_code_and_links_name_is_told() {
    let page = "<script src='a.js'></script><a href=\"b.html\">it's</a><script>\n\
        fetch('data.json'); fetch(\"no.json\"); let x = `a.js`; CindyJS({images: {d: 'd.gif'}})</script>";
    let files = [
        ("page.html", page),
        ("a.js", ""),
        ("b.html", ""),
        ("data.json", ""),
        ("d.gif", ""),
    ];
    let folder = folder("told", &files);
    let text = ReceivedText {
        path: folder.join("page.html").display().to_string(),
        text: page.to_owned(),
        version: 0,
        arrived: std::time::Instant::now(),
    };
    let (source, _) = reader::read(text, None);
    let told = export(&source, &CindyJs::Site).unwrap().left_out;
    let places: Vec<&str> = told.iter().map(|(range, _)| &page[*range]).collect();
    assert_eq!(places, ["b.html", "data.json", "a.js"]);
    let message = "`data.json` is a file beside the page; the exported page lacks it";
    assert_eq!(told[1].1, message);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_put_into_the_page_is_told_with_its_place() {
    let page = "<script src=Cindy.js></script><script src=no.js></script>\n\
        <iframe src=b.html></iframe><p style='background: url(no.png)'>\n\
        <script>let dog = 'a.gif'; CindyJS({images: {cat: '../../../../../../no.png', dog, up: f()},\n\
        import: {packages: ['lib']}})</script><img src='a&amp;b.png'>";
    let folder = folder(
        "refused",
        &[("page.html", page), ("a.gif", "GIF"), ("a&b.png", "")],
    );
    let told = exported(&folder, "page.html", &CindyJs::Site).unwrap_err();
    let missing = |name: &str| {
        format!("there is no file `{name}` beside the page; put it there, or mend its name")
    };
    let expected = [
        format!("page.html:1:43: {}", missing("no.js")),
        "page.html:2:13: `b.html` is a page in this page, which does not fit into one; put its \
         text here, or leave it out"
            .to_owned(),
        format!("page.html:2:39: {}", missing("no.png")),
        "page.html:3:52: `../../../../../../no.png` leads out of all folders around the page; only \
         files beside the page are read"
            .to_owned(),
        "page.html:3:79: write the address of `dog` here as a string".to_owned(),
        "page.html:3:84: the address of `up` is known only when the page runs; write it here as a \
         string"
            .to_owned(),
        "page.html:4:21: a package of libraries does not fit into one page; name its libraries one \
         by one, as `import: {init: [\"library.cjs\"]}`"
            .to_owned(),
        "page.html:4:39: write this address without `&`, or put the file under another name"
            .to_owned(),
    ];
    assert_eq!(told, expected);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_script_becomes_a_page() {
    let script = "a = 1;\n// %% draw\ndraw([a, a]);\n// %% tick\nb = a < 2;\n";
    let files = [
        ("a & b.cindyscript", script),
        ("end.cjs", "println(\"</script>\")"),
    ];
    let folder = folder("script", &files);
    let page = exported(&folder, "a & b.cindyscript", &CindyJs::Site).unwrap();
    assert!(page.contains("<title>a &amp; b</title>"), "{page}");
    let read = cindyscript_applet::parse_file("page.html", &page);
    assert_eq!(read.problems, []);
    let [applet] = read.applets.as_slice() else {
        panic!("{page}");
    };
    let scripts = applet.scripts.iter();
    let scripts: Vec<_> = scripts
        .map(|script| (script.event.name(), script.source.text().trim()))
        .collect();
    let expected = [
        ("init", "a = 1;"),
        ("tick", "b = a < 2;"),
        ("draw", "draw([a, a]);"),
    ];
    assert_eq!(scripts, expected);
    let told = exported(&folder, "end.cjs", &CindyJs::Site).unwrap_err();
    assert_eq!(
        told,
        [
            "end.cjs:1:10: `</script` would end the script in a page; write `< /script`, or in a text \
          `\"<\" + \"/script\"`"
        ]
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn cindyjs_comes_into_the_page_from_a_folder() {
    let files = [
        ("a.cjs", "drawtext([0, 0], \"$x$\")"),
        (
            "js/Cindy.js",
            "var CindyJS = {}; i = CindyJS.getBaseDir() + \"i.svg\";",
        ),
        ("js/i.svg", "<svg/>"),
        ("js/CindyGL.js", "2;"),
        ("js/katex-plugin.js", "3;"),
        ("js/webfont.js", "4;"),
        ("none/a", ""),
    ];
    let folder = folder("bundled", &files);
    let none = CindyJs::of(Some(&folder.join("none"))).unwrap_err();
    assert!(none.contains("there is no Cindy.js in it"), "{none}");
    let cindyjs = CindyJs::of(Some(&folder.join("js"))).unwrap();
    let lacking = exported(&folder, "a.cjs", &cindyjs).unwrap_err();
    assert!(
        lacking[0].contains("`katex/katex.min.js` of CindyJS"),
        "{lacking:?}"
    );
    fs::create_dir(folder.join("js/katex")).unwrap();
    fs::write(folder.join("js/katex/katex.min.js"), "5;").unwrap();
    let page = exported(&folder, "a.cjs", &cindyjs).unwrap();
    assert!(!page.contains("http"), "{page}");
    let start = page.find("src=\"").unwrap() + 5;
    let url = page[start..].split('"').next().unwrap();
    let url = ::data_url::DataUrl::process(url).unwrap();
    let code = String::from_utf8(url.decode_to_vec().unwrap().0).unwrap();
    for expected in [
        "i = \"data:image/svg+xml;base64,PHN2Zy8+\";",
        "\"katex-plugin.js\":\"data:",
        "\"katex/katex.min.js\":\"data:",
    ] {
        assert!(code.contains(expected), "{code}");
    }
    fs::remove_dir_all(&folder).unwrap();
}
