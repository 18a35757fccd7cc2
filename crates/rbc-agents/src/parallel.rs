//! Loops over boards, on one thread or on rayon's.

use std::cell::RefCell;

use crate::Search;

thread_local! {
    /// The thread's search: its table takes longer to make than many a search.
    static SEARCH: RefCell<Search> = RefCell::new(Search::new());
}

/// `f` of each item in order, with a search to use. A search keeps nothing from one board to the
/// next that changes a result, so that the results do not depend on how the items are split.
pub(crate) fn map_with_search<T: Sync, R: Send>(
    items: &[T],
    f: impl Fn(&mut Search, &T) -> R + Sync + Send,
) -> Vec<R> {
    map(items, |item| {
        SEARCH.with_borrow_mut(|search| f(search, item))
    })
}

/// `f` of each item in order.
#[cfg(feature = "rayon")]
pub(crate) fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    if items.len() < 2 {
        return items.iter().map(f).collect();
    }
    items.par_iter().map(f).collect()
}

/// `f` of each item in order.
#[cfg(not(feature = "rayon"))]
pub(crate) fn map<T, R>(items: &[T], f: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(f).collect()
}
