//! Loops over boards, on one thread or on rayon's.

use std::cell::RefCell;

use crate::Search;

thread_local! {
    /// The thread's search: its table takes longer to make than many a search.
    static SEARCH: RefCell<Search> = RefCell::new(Search::new());
}

/// `f` with this thread's search. A search keeps nothing from one board to the next that changes a result.
pub(crate) fn with_search<R>(f: impl FnOnce(&mut Search) -> R) -> R {
    SEARCH.with_borrow_mut(f)
}

/// Whether [`map`] does one item after another.
pub(crate) fn one_by_one(items: usize) -> bool {
    #[cfg(feature = "rayon")]
    let threads = rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    let threads = 1;
    items < 2 || threads < 2
}

/// `f` of each item in order.
#[cfg(feature = "rayon")]
pub(crate) fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    if one_by_one(items.len()) {
        return items.iter().map(f).collect();
    }
    items.par_iter().map(f).collect()
}

/// `f` of each item in order.
#[cfg(not(feature = "rayon"))]
pub(crate) fn map<T, R>(items: &[T], f: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(f).collect()
}
