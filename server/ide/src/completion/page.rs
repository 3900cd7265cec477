//! Around the scripts: the settings of an applet in its call `CindyJS({...})`, the ids of script
//! elements, and the names of cells.

use cindyscript_applet::{BEHAVIOR_TYPES, Event, Settings};
use cindyscript_hir::elements;
use cindyscript_hir::plugins::PLUGINS;
use text_size::{TextRange, TextSize};

use super::snippet::Snippet;
use super::{CompletionKind, Item, construction, rank};
use crate::analysis::Analysis;
use crate::settings::{self, Part, Path};
use cindyscript_hir::element_arguments::described;

/// What may stand at a place outside of all scripts, with the word there, in bytes of the file.
pub(super) fn items(analysis: &Analysis, offset: TextSize) -> Option<(Vec<Item<'_>>, TextRange)> {
    let text = analysis.document.text();
    let before = text.get(..usize::from(offset))?;
    if let Some(start) = cell(before) {
        return Some((events("", "", &[]), word(text, start, offset)?));
    }
    if let Some(start) = script_id(before) {
        let ids = ids(analysis);
        return Some((events("cs", "", &ids), word(text, start, offset)?));
    }
    let path = settings::path(text, offset)?;
    let word = path.word;
    Some((of_path(analysis, text, &path), word))
}

/// Where the name of a cell begins that the text ends in: `// %% draw`.
fn cell(before: &str) -> Option<usize> {
    let line = before.rsplit('\n').next()?;
    let rest = line.trim_start_matches('\u{feff}').trim_start();
    let rest = rest.strip_prefix("//")?.trim_start().strip_prefix("%%")?;
    let name = rest.trim_start();
    name.chars()
        .all(char::is_alphanumeric)
        .then(|| before.len() - name.len())
}

/// Where the id of a script element begins that the text ends in.
fn script_id(before: &str) -> Option<usize> {
    let tag = before.get(before.rfind('<')?..)?;
    let is_script = tag.get(1..7)?.eq_ignore_ascii_case("script");
    let id = tag.rsplit(['"', '\'']).next()?;
    let attribute = tag.get(..tag.len().checked_sub(id.len() + 1)?)?.trim_end();
    let name = attribute.strip_suffix('=')?.trim_end();
    let is_id = name.ends_with("id") && name.chars().rev().nth(2).is_some_and(char::is_whitespace);
    let is_open = !tag.contains('>') && id.chars().all(char::is_alphanumeric);
    (is_script && is_id && is_open).then(|| before.len() - id.len())
}

/// The word from a place on, around an offset.
fn word(text: &str, start: usize, offset: TextSize) -> Option<TextRange> {
    let behind = text.get(usize::from(offset)..)?;
    let length = behind
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(behind.len());
    let length = TextSize::try_from(length).ok()?;
    Some(TextRange::new(
        TextSize::try_from(start).ok()?,
        offset + length,
    ))
}

/// The events, each with this before and behind its name, but for those that are there.
fn events(prefix: &str, suffix: &str, there: &[&str]) -> Vec<Item<'static>> {
    let events = Event::ALL.iter().zip(0..).map(|(event, nth)| {
        let score = match event {
            Event::Draw | Event::Init => rank::VALUE + 10,
            _ => rank::VALUE - nth,
        };
        Item::new(
            format!("{prefix}{event}{suffix}"),
            CompletionKind::Event,
            score,
        )
        .detail(event.description())
    });
    events
        .filter(|item| !there.contains(&&*item.label))
        .collect()
}

/// The ids of the script elements.
fn ids(analysis: &Analysis) -> Vec<&str> {
    let page = analysis.document.page();
    let bound = page.applets.iter().flat_map(|applet| &applet.scripts);
    let unbound = page
        .unbound
        .iter()
        .filter_map(|script| script.id.as_deref());
    bound
        .map(|script| script.id.as_str())
        .chain(unbound)
        .collect()
}

fn of_path<'a>(analysis: &'a Analysis, text: &str, path: &Path) -> Vec<Item<'a>> {
    let keys: Vec<&str> = path.keys.iter().map(String::as_str).collect();
    match path.part {
        Part::Key => {
            let has_colon = text
                .get(usize::from(path.word.end())..)
                .is_some_and(|behind| {
                    behind
                        .trim_start_matches(['"', '\''])
                        .trim_start()
                        .starts_with(':')
                });
            let ends = if has_colon || path.is_quoted {
                ""
            } else {
                ": "
            };
            let mut items = match keys.as_slice() {
                ["scripts"] => events("", "", &[]),
                ["transform"] | [.., "transform"] => {
                    let items = settings::TRANSFORMS.iter().map(|(name, doc)| {
                        Item::new(*name, CompletionKind::Key, rank::VALUE).detail(*doc)
                    });
                    items.collect()
                }
                _ => path.object().map_or(Vec::new(), |of| of_settings(of, path)),
            };
            if keys.is_empty() {
                items.extend(events("", "script", &[]).into_iter().map(|mut item| {
                    // Most pages name all of them at once, by `scripts`.
                    item.score += rank::NAME - rank::VALUE;
                    item
                }));
            }
            items.retain(|item| !path.beside.keys().any(|there| there == item.label));
            for item in &mut items {
                item.insert = Some(Snippet::plain(&item.label).then(ends));
            }
            items
        }
        Part::Value if path.is_quoted => strings(analysis, path, &keys),
        Part::Value if path.is_in_list != is_list(&keys) => Vec::new(),
        Part::Value => {
            let items = strings(analysis, path, &keys).into_iter();
            let quoted = items.map(|mut item| {
                item.label = format!("\"{}\"", item.label).into();
                item
            });
            quoted.collect()
        }
    }
}

/// The keys of an object.
fn of_settings(of: Settings, path: &Path) -> Vec<Item<'static>> {
    let names = of.names().iter().zip(0..);
    let items = names.map(|(name, nth)| {
        let doc = settings::doc(of, name).unwrap_or_default();
        let score = rank::VALUE + construction::key(of, name, nth, &path.beside);
        Item::new(*name, CompletionKind::Key, score).detail(doc)
    });
    items.collect()
}

/// Whether the strings of a setting stand in a list.
fn is_list(keys: &[&str]) -> bool {
    matches!(keys, ["geometry", "args"] | ["behavior", "geo"] | ["use"])
}

/// What a string in the settings may say.
fn strings<'a>(analysis: &'a Analysis, path: &Path, keys: &[&str]) -> Vec<Item<'a>> {
    let value = |text: &'static str| Item::new(text, CompletionKind::Value, rank::VALUE);
    match keys {
        ["geometry", "type"] => {
            let kinds = elements::known().map(|kind| {
                let likely = construction::kind_beside(kind, &path.beside, &path.named);
                let item = Item::new(kind, CompletionKind::ElementType, rank::VALUE + likely);
                match described(kind) {
                    Some(what) => item.detail(what),
                    None => item,
                }
            });
            kinds.collect()
        }
        ["geometry", "args"] | ["behavior", "geo"] => arguments(path),
        ["behavior", "type"] | ["behavior", "behavior", "type"] => {
            let kinds = BEHAVIOR_TYPES.iter();
            kinds
                .map(|kind| value(kind.name).detail(kind.meaning))
                .collect()
        }
        ["geometry" | "defaultAppearance", "clip"] => ["none", "end", "inci"].map(value).into(),
        ["use"] => {
            let plugins = PLUGINS.iter().map(|plugin| match plugin.is_in_preview {
                true => Item::new(plugin.name, CompletionKind::Plugin, rank::VALUE),
                false => Item::new(plugin.name, CompletionKind::Plugin, rank::UNAVAILABLE)
                    .detail("not in the preview"),
            });
            plugins.collect()
        }
        ["scripts"] => vec![value("cs*")],
        [key] if key.ends_with("script") => {
            let ids = ids(analysis).into_iter();
            ids.map(|id| Item::new(id, CompletionKind::Event, rank::VALUE))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The elements that the one around the place may be computed from.
fn arguments(path: &Path) -> Vec<Item<'static>> {
    let items = path.named.iter().rev().filter_map(|element| {
        let name = element.word("name")?;
        let likely = construction::argument(name, path.nth, &path.beside, &path.named);
        let item = Item::new(
            name.to_owned(),
            CompletionKind::Element,
            rank::VALUE + likely,
        );
        Some(match element.word("type") {
            Some(kind) => item.detail(kind),
            None => item,
        })
    });
    // Of those that are as likely, the nearest first.
    let in_order = items.zip(0..).map(|(mut item, place)| {
        item.score += construction::nth(place);
        item
    });
    in_order.collect()
}
