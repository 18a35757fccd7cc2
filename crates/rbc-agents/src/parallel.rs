//! Loops over boards, on one thread or on rayon's.

use crate::Search;

/// `f` of each item in order, with a search to use. A search keeps nothing from one board to the
/// next that changes a result, so that the results do not depend on how the items are split.
#[cfg(feature = "rayon")]
pub(crate) fn map_with_search<T: Sync, R: Send>(
    items: &[T],
    f: impl Fn(&mut Search, &T) -> R + Sync + Send,
) -> Vec<R> {
    use rayon::prelude::*;
    if items.len() < 2 {
        let mut search = Search::new();
        return items.iter().map(|item| f(&mut search, item)).collect();
    }
    items.par_iter().map_init(Search::new, f).collect()
}

/// `f` of each item in order, with a search to use.
#[cfg(not(feature = "rayon"))]
pub(crate) fn map_with_search<T, R>(items: &[T], f: impl Fn(&mut Search, &T) -> R) -> Vec<R> {
    let mut search = Search::new();
    items.iter().map(|item| f(&mut search, item)).collect()
}

/// `f` of each item in order.
#[cfg(feature = "rayon")]
pub(crate) fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    items.par_iter().map(f).collect()
}

/// `f` of each item in order.
#[cfg(not(feature = "rayon"))]
pub(crate) fn map<T, R>(items: &[T], f: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(f).collect()
}
