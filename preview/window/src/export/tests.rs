#![allow(clippy::unwrap_used)]

use std::fs;

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
    exported_with(folder, name, cindyjs, &[])
}

/// As [`exported`], with files of other folders.
fn exported_with(
    folder: &Path,
    name: &str,
    cindyjs: &CindyJs,
    included: &[PathBuf],
) -> Result<String, Vec<String>> {
    let path = folder.join(name);
    let text = ReceivedText {
        path: path.display().to_string(),
        text: fs::read_to_string(&path).unwrap(),
        version: 0,
        arrived: std::time::Instant::now(),
    };
    let (source, _) = reader::read(text, None);
    let exported = export(&source, cindyjs, None, included);
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
        <script id=csinit type=text/x-cindyscript>import(\"lib\"); x = f(1); import(\"lib\");</script>\n\
        <script>CindyJS({scripts: \"cs*\", ports: [{id: \"c\"}], images: {cat: 'a.gif'},\n\
        import: {draw: ['lib.cjs']}})</script>";
    let files = [
        ("page.html", page),
        ("a.js", "1;"),
        ("a.gif", "GIF89a"),
        ("css/a.css", "p { src: url(b.woff) }"),
        ("css/b.woff", "wOFF\0\x01\0\0\0"),
        ("lib.cjs", "f(x) := x;"),
    ];
    let folder = folder("page", &files);
    let gif = "data:image/gif;base64,R0lGODlh";
    let library = "data:text/plain;charset=utf-8;base64,Zih4KSA6PSB4Ow==#.cjs";
    let css = data_url::data_url(
        "text/css;charset=utf-8",
        b"p { src: url(data:font/woff;base64,d09GRgABAAAA) }",
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
        ("d.gif", "GIF89a"),
    ];
    let folder = folder("told", &files);
    let text = ReceivedText {
        path: folder.join("page.html").display().to_string(),
        text: page.to_owned(),
        version: 0,
        arrived: std::time::Instant::now(),
    };
    let (source, _) = reader::read(text, None);
    let told = export(&source, &CindyJs::Site, None, &[]).unwrap().left_out;
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
        &[
            ("page.html", page),
            ("a.gif", "GIF89a"),
            ("a&b.png", "GIF89a"),
        ],
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
        "page.html:3:52: `../../../../../../no.png` leads out of the folders around the page; only \
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
    let (source, _) = reader::read(file::read(&folder.join("a.cjs"), 0).unwrap(), None);
    let files = export(&source, &cindyjs, None, &[]).unwrap().files;
    let listed = list(&files, &folder.join("a.cjs"), &cindyjs);
    assert!(
        listed.ends_with("js: files of CindyJS: 6, 1 KiB\n"),
        "{listed}"
    );
    assert_eq!(listed.lines().count(), 1);
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

/// A page that names one file in many ways.
fn naming(url: &str) -> [String; 9] {
    let page = |head: &str, settings: &str| {
        format!(
            "<script src=Cindy.js></script>{head}<div id=c></div>\n\
             <script>CindyJS({{ports: [{{id: 'c'}}], {settings}}})</script>"
        )
    };
    [
        page(&format!("<img src=\"{url}\">"), ""),
        page(&format!("<img srcset=\"{url} 2x\">"), ""),
        page(&format!("<script src=\"{url}\"></script>"), ""),
        page(&format!("<link rel=stylesheet href=\"{url}\">"), ""),
        page(&format!("<style>p {{ src: url({url}) }}</style>"), ""),
        page(&format!("<style>@import '{url}';</style>"), ""),
        page(&format!("<p style=\"background: url({url})\">"), ""),
        page("", &format!("images: {{a: '{url}'}}")),
        page("", &format!("import: {{init: ['{url}']}}")),
    ]
}

const KEY: &str = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE=\n";

#[test]
fn files_outside_of_the_page_s_folder_stay_out() {
    let files = [
        ("in/page.html", ""),
        ("out/key", KEY),
        ("out/a.gif", "GIF89a"),
        ("out/a.css", "p { src: url(a.gif) }"),
        ("out/a.js", "1;"),
        ("out/a.cjs", "a = 1;"),
        ("in/key", KEY),
        ("in/key.gif", KEY),
        ("in/key.css", KEY),
        ("in/key.js", KEY),
        ("in/key.cjs", KEY),
    ];
    let folder = folder("outside", &files);
    let whole = folder.join("in");
    let absolute = whole.join("key").display().to_string();
    #[cfg(unix)]
    for (target, link) in [("../out/a.gif", "in/a.gif"), ("../out", "in/linked")] {
        std::os::unix::fs::symlink(target, folder.join(link)).unwrap();
    }
    let other = format!("file://{absolute}");
    let up = "../in/../out/a.gif";
    for url in [
        "../out/key",
        "../out/a.gif",
        "../out/a.css",
        "../out/a.js",
        "../out/a.cjs",
        "%2e%2e/out/a.gif",
        "..%2Fout/a.gif",
        "..\\\\out\\\\a.gif",
        up,
        &absolute,
        &other,
        #[cfg(unix)]
        "a.gif",
        #[cfg(unix)]
        "linked/a.gif",
        "key",
        "key.gif",
        "key.css",
        "key.js",
        "key.cjs",
    ] {
        for page in naming(url) {
            fs::write(whole.join("page.html"), &page).unwrap();
            let result = exported(&whole, "page.html", &CindyJs::Site);
            // Addresses with escapes may stay as they are.
            let is_out = |page: String| url.contains('\\') && !page.contains("base64,");
            assert!(result.clone().map_or(true, is_out), "{page}: {result:?}");
        }
    }
    let page = "<img src=../out/a.gif><link rel=stylesheet href=../out/a.css>\
                <div id=c></div><script>CindyJS({ports: [{id: 'c'}]})</script>";
    fs::write(whole.join("page.html"), page).unwrap();
    let told = exported(&whole, "page.html", &CindyJs::Site).unwrap_err();
    assert_eq!(
        told[0],
        "page.html:1:10: `../out/a.gif` lies outside of the page's folder; if its folder may be given \
         away, name it with --include FOLDER"
    );
    let included = [folder.join("out")];
    let page = exported_with(&whole, "page.html", &CindyJs::Site, &included).unwrap();
    assert!(
        page.contains("<img src=data:image/gif;base64,R0lGODlh>"),
        "{page}"
    );
    let wrong = exported_with(&whole, "page.html", &CindyJs::Site, &[folder.join("no")]);
    assert!(wrong.is_err());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn files_outside_of_the_folder_of_cindyjs_stay_out() {
    let files = [
        ("page.html", ""),
        ("secret.js", "secret = 1;"),
        (
            "js/Cindy.js",
            "var CindyJS = {}; i = CindyJS.getBaseDir() + \"../secret.js\";",
        ),
        ("js/style.css", "p { src: url(../secret.css) }"),
        ("secret.css", "p { }"),
        ("js/a.js", "1;"),
    ];
    let folder = folder("outside-cindyjs", &files);
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.js", folder.join("js/linked.js")).unwrap();
    let cindyjs = CindyJs::of(Some(&folder.join("js"))).unwrap();
    let absolute = folder.join("secret.js").display().to_string();
    let call = "<div id=c></div><script>CindyJS({ports: [{id: 'c'}]})</script>";
    let export = |tag: String| {
        fs::write(folder.join("page.html"), tag + call).unwrap();
        exported(&folder, "page.html", &cindyjs)
    };
    for name in [
        &*absolute,
        "../secret.js",
        "a/../../secret.js",
        "%2e%2e/secret.js",
        "..%2Fsecret.js",
        "..\\secret.js",
        "style.css",
        #[cfg(unix)]
        "linked.js",
    ] {
        for before in [
            "build/js/",
            "../build/js/",
            "https://cindyjs.org/dist/latest/",
        ] {
            for tag in ["script src", "link rel=stylesheet href", "img src"] {
                let exported = export(format!("<{tag}=\"{before}{name}\">"));
                assert!(exported.is_err(), "{before}{name}: {exported:?}");
            }
        }
    }
    assert!(export("<script src=build/js/a.js></script>".to_owned()).is_ok());
    // Cindy.js itself leaves what it cannot have to its site.
    let page = export("<script src=build/js/Cindy.js></script>".to_owned()).unwrap();
    let secret = data_url::data_url("text/javascript;charset=utf-8", b"secret = 1;");
    assert!(!page.contains(&secret), "{page}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn embedded_files_are_listed() {
    let page = "<img src='b c.gif'><img src=b%20c.gif><img src=in/a.gif>\
                <div id=c></div><script>CindyJS({ports: [{id: 'c'}]})</script>";
    let files = [
        ("page.html", page),
        ("b c.gif", "GIF89a"),
        ("in/a.gif", "GIF89a"),
    ];
    let folder = folder("listed", &files);
    let path = folder.join("page.html");
    let (source, _) = reader::read(file::read(&path, 0).unwrap(), None);
    let exported = export(&source, &CindyJs::Site, None, &[]).unwrap();
    let expected = "  b c.gif: image/gif, 1 KiB\n  in/a.gif: image/gif, 1 KiB\n";
    assert_eq!(list(&exported.files, &path, &CindyJs::Site), expected);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn base_address_of_a_page_is_refused() {
    let call = "<img src=i.gif><div id=c></div><script>CindyJS({ports: [{id: 'c'}]})</script>";
    let files = [("i.gif", "GIF89a"), ("sub/i.gif", "GIF87a")];
    let folder = folder("base", &files);
    let export = |base: &str| {
        fs::write(folder.join("page.html"), format!("{base}{call}")).unwrap();
        exported(&folder, "page.html", &CindyJs::Site)
    };
    for base in ["sub/", "https://a.b/", "/", "data:,"] {
        let told = export(&format!("<base href='{base}'>")).unwrap_err();
        assert!(
            told[0].starts_with("page.html:1:13: `<base href>` makes all"),
            "{told:?}"
        );
    }
    for base in ["<base href='./'>", "<base target=_blank>", ""] {
        assert!(export(base).is_ok(), "{base}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn libraries_of_libraries_come_into_the_page() {
    let page =
        "<div id=c></div><script>CindyJS({ports: [{id: 'c'}], import: {init: ['in/a']}})</script>";
    let files = [
        ("page.html", page),
        (
            "in/a.cjs",
            "import(\"in/b\"); if(x, import(\"in/b\"), import(\"https://a.b/c\"))",
        ),
        ("in/b.cjs", "b = 1;"),
    ];
    let folder = folder("libraries", &files);
    let page = exported(&folder, "page.html", &CindyJs::Site).unwrap();
    let library = |text: String| {
        let url = data_url::data_url("text/plain;charset=utf-8", text.as_bytes());
        format!("{url}#.cjs")
    };
    let inner = library("b = 1;".to_owned());
    let outer = library(files[1].1.replace("in/b", &inner));
    assert!(page.contains(&format!("['{outer}']")), "{page}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn files_that_name_each_other_are_refused() {
    let page = "<link rel=stylesheet href=a.css><div id=c></div>\
                <script>CindyJS({ports: [{id: 'c'}], import: {init: ['a']}})</script>";
    let files = [
        ("page.html", page),
        ("a.css", "@import 'b.css'; @import 'b.css';"),
        ("b.css", "@import 'a.css'; @import 'a.css';"),
        ("a.cjs", "import(\"b\"); import(\"b\");"),
        ("b.cjs", "import(\"a\"); import(\"a\");"),
    ];
    let folder = folder("circle", &files);
    let told = exported(&folder, "page.html", &CindyJs::Site).unwrap_err();
    assert_eq!(
        told,
        [
            "page.html:1:27: `a.css`: `b.css`: `a.css` names itself, or a file that names it",
            "page.html:1:103: `a.cjs`: `b.cjs`: `a.cjs` names itself, or a file that names it",
        ]
    );
    fs::remove_dir_all(&folder).unwrap();
}
