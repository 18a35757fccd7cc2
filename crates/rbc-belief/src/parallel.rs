//! Loops over independent pieces of work, on one thread or on rayon's.

/// Calls `f` with each item and its index: on several threads where the work is `large`, that is, worth
/// the tens of microseconds that it takes them to meet.
#[cfg(feature = "rayon")]
pub(crate) fn for_each_mut<T: Send>(
    items: &mut [T],
    large: bool,
    f: impl Fn(usize, &mut T) + Sync,
) {
    use rayon::prelude::*;
    if large && items.len() > 1 && rayon::current_num_threads() > 1 {
        let items = items.par_iter_mut().with_max_len(1);
        items.enumerate().for_each(|(i, item)| f(i, item));
    } else {
        items
            .iter_mut()
            .enumerate()
            .for_each(|(i, item)| f(i, item));
    }
}

/// Calls `f` with each item and its index.
#[cfg(not(feature = "rayon"))]
pub(crate) fn for_each_mut<T>(items: &mut [T], _large: bool, f: impl Fn(usize, &mut T)) {
    items
        .iter_mut()
        .enumerate()
        .for_each(|(i, item)| f(i, item));
}
