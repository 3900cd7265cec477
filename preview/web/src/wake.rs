//! Wakes the previews of the page: something has happened, and nobody knows to which of them.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// Asks for a turn of a preview.
pub(crate) type Wake = dyn Fn();

thread_local! {
    /// Those of all previews of the page.
    static ALL: RefCell<Vec<Weak<Wake>>> = const { RefCell::new(Vec::new()) };
}

/// Has a preview woken, as long as it has this.
pub(crate) fn register(wake: &Rc<Wake>) {
    ALL.with_borrow_mut(|all| {
        all.retain(|wake| wake.strong_count() > 0);
        all.push(Rc::downgrade(wake));
    });
}

/// Asks for a turn of each preview.
pub(crate) fn wake_all() {
    let all: Vec<_> = ALL.with_borrow(|all| all.iter().filter_map(Weak::upgrade).collect());
    all.iter().for_each(|wake| wake());
}
