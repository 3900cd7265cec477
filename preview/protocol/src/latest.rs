//! Newest wins.

use crate::message::ToPreview;

/// What is left to do of messages that have piled up, in their order: of several texts the last
/// to arrive, of several requests for focus one, and nothing but the end once it is asked for.
///
/// The order of arrival decides, not the version: an editor that closes and opens a document
/// counts from the start again.
pub fn newest(queue: impl IntoIterator<Item = ToPreview>) -> Vec<ToPreview> {
    let mut left: Vec<ToPreview> = Vec::new();
    for message in queue {
        match message {
            ToPreview::Shutdown => return vec![ToPreview::Shutdown],
            ToPreview::Open { .. } => left.retain(|old| !matches!(old, ToPreview::Open { .. })),
            ToPreview::Selection { .. } => {
                left.retain(|old| !matches!(old, ToPreview::Selection { .. }));
            }
            ToPreview::Tab { .. } | ToPreview::Debug { .. } | ToPreview::DrawSelection => {}
            ToPreview::Focus => left.retain(|old| *old != ToPreview::Focus),
        }
        left.push(message);
    }
    left
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn open(version: i32) -> ToPreview {
        ToPreview::Open {
            path: "a.cindyscript".to_owned(),
            text: String::new(),
            version,
            open: Vec::new(),
        }
    }

    #[test]
    fn superseded_texts_are_skipped() {
        use ToPreview::{Focus, Shutdown};
        let check = |queue: &[ToPreview], left: &[ToPreview]| {
            assert_eq!(newest(queue.to_vec()), left);
        };
        check(&[], &[]);
        check(&[open(1), open(2), open(3)], &[open(3)]);
        check(&[open(7), Focus, Focus, open(1)], &[Focus, open(1)]);
        check(&[open(1), Focus], &[open(1), Focus]);
        let selection = |version| ToPreview::Selection {
            version,
            range: None,
        };
        check(&[selection(1), Focus, selection(2)], &[Focus, selection(2)]);
        check(&[open(1), Shutdown, open(2), Focus], &[Shutdown]);
    }

    proptest! {
        #[test]
        fn the_last_text_is_always_left(versions in proptest::collection::vec(any::<i32>(), 1..20)) {
            let left = newest(versions.iter().copied().map(open));
            prop_assert_eq!(left, versions.last().copied().map(open).into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn what_is_left_has_nothing_to_skip(versions in proptest::collection::vec(proptest::option::of(0..5), 0..20)) {
            let queue = versions.into_iter().map(|version| version.map_or(ToPreview::Focus, open));
            let left = newest(queue);
            prop_assert_eq!(newest(left.clone()), left);
        }
    }
}
