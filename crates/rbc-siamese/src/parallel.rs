//! Loops over independent pieces of work, on one thread or on rayon's.

/// Calls `f` with each item: on several threads where there are several items.
#[cfg(feature = "rayon")]
pub(crate) fn for_each<T: Send>(items: &mut [T], f: impl Fn(&mut T) + Sync + Send) {
    use rayon::prelude::*;
    if items.len() > 1 && rayon::current_num_threads() > 1 {
        items.par_iter_mut().with_max_len(1).for_each(f);
    } else {
        items.iter_mut().for_each(f);
    }
}

/// Calls `f` with each item.
#[cfg(not(feature = "rayon"))]
pub(crate) fn for_each<T>(items: &mut [T], f: impl Fn(&mut T)) {
    items.iter_mut().for_each(f);
}
