//! Monte Carlo tree search with UCT, for every agent that searches trees by playouts.
//!
//! UCT is the upper confidence bound applied to trees of Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning",
//! ECML 2006. A playout descends to a leaf, scores it, and adds the score to every node on the way. The caller of a
//! [`Tree`] does the scoring: [`Tree::select`] returns a leaf, [`Tree::back_up`] takes its value. The leaves of many
//! trees can therefore be scored together, and later.
//!
//! One thing is not in the paper: an untried move counts as tried once with a guessed value, so that with few
//! playouts not every move must be tried.

use std::fmt;

/// A game of two sides that alternate and see everything.
pub trait TreeGame: Clone {
    /// A move.
    type Move: Copy + PartialEq + fmt::Debug;

    /// Appends the moves of the side to move, each with what it is guessed to be worth more (or less) to
    /// that side than the position is, as a chance to win. None when the game is over.
    fn moves(&self, moves: &mut Vec<(Self::Move, f32)>);

    /// Plays one of the moves of [`TreeGame::moves`].
    fn push(&mut self, m: Self::Move);

    /// When it is known how the game ends: what that is worth to the side to move, from 0 to 1. No tree
    /// grows beyond such a position, but from one at the root.
    fn result(&self) -> Option<f32>;
}

/// A leaf to be scored.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf<G: TreeGame> {
    /// The game before the leaf's move.
    pub before: G,
    /// The move that leads to the leaf.
    pub m: G::Move,
}

/// A move at the root with the result of its playouts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Playouts that began with it.
    pub playouts: u32,
    /// Their mean value for the side to move at the root, from 0 to 1; 0 without playouts.
    pub mean: f32,
}

/// A tree over one position.
///
/// ```
/// use rbc_agents::mcts::{Tree, TreeGame};
///
/// /// The player who takes the last match wins; one to three are taken at a time.
/// #[derive(Clone)]
/// struct Nim(u32);
///
/// impl TreeGame for Nim {
///     type Move = u32;
///     fn moves(&self, moves: &mut Vec<(u32, f32)>) {
///         moves.extend((1..=self.0.min(3)).map(|taken| (taken, 0.0)));
///     }
///     fn push(&mut self, taken: u32) {
///         self.0 -= taken;
///     }
///     fn result(&self) -> Option<f32> {
///         (self.0 == 0).then_some(0.0)
///     }
/// }
///
/// let mut tree = Tree::new(Nim(7), 1.0);
/// while tree.playouts() < 1_000 {
///     // Nothing is known of a position that is not the last one.
///     if tree.select().is_some() {
///         tree.back_up(0.5);
///     }
/// }
/// assert_eq!(tree.best(), Some(3));
/// ```
#[derive(Clone, Debug)]
pub struct Tree<G: TreeGame> {
    root: G,
    exploration: f32,
    nodes: Vec<Node<G::Move>>,
    /// From the root to the leaf that is being scored; empty when none is.
    path: Vec<u32>,
    /// Moves of the node that is being opened.
    moves: Vec<(G::Move, f32)>,
}

#[derive(Clone, Copy, Debug)]
struct Node<M> {
    /// The move that leads here; none to the root.
    m: Option<M>,
    /// What the move is guessed to be worth more than the position, to the side that makes it.
    guess: f32,
    playouts: u32,
    /// Sum of the playouts' values for the side that moved here.
    sum: f32,
    /// Children lie side by side; there are none until the second playout comes by.
    first_child: u32,
    children: u32,
}

impl<M> Node<M> {
    const fn new(m: Option<M>, guess: f32) -> Node<M> {
        Node {
            m,
            guess,
            playouts: 0,
            sum: 0.0,
            first_child: 0,
            children: 0,
        }
    }

    /// The mean value for the side that moved here; `None` before the first playout.
    fn mean(&self) -> Option<f32> {
        (self.playouts > 0).then(|| self.sum / self.playouts as f32)
    }
}

impl<G: TreeGame> Tree<G> {
    /// A tree over `root`. `exploration` is the factor of the confidence bound: 1.4 suits random
    /// playouts, a tenth of it scores that are good already.
    #[must_use]
    pub fn new(root: G, exploration: f32) -> Tree<G> {
        let mut tree = Tree {
            root,
            exploration,
            nodes: vec![Node::new(None, 0.0)],
            path: Vec::new(),
            moves: Vec::new(),
        };
        let root = tree.root.clone();
        tree.open(0, &root);
        tree
    }

    /// Returns the position that is searched.
    #[must_use]
    pub const fn root(&self) -> &G {
        &self.root
    }

    /// Returns the number of playouts so far.
    #[must_use]
    pub fn playouts(&self) -> u32 {
        self.nodes[0].playouts
    }

    /// Begins a playout. `None` when it came to a decided position, whose value is taken in already;
    /// otherwise the leaf whose value [`Tree::back_up`] is to be given. A playout that was begun before
    /// and not backed up is forgotten.
    ///
    /// Where the root is decided or has no moves every playout is over at once.
    pub fn select(&mut self) -> Option<Leaf<G>> {
        self.path.clear();
        self.path.push(0);
        let mut game = self.root.clone();
        let mut at = 0;
        loop {
            let node = self.nodes[at];
            if node.children == 0 && node.playouts > 0 && at != 0 && game.result().is_none() {
                self.open(at, &game);
            }
            let Some((child, m)) = self.child(at) else {
                // Decided, or no move is left.
                let value = game.result().map_or(0.5, |value| 1.0 - value);
                self.back_up(value);
                return None;
            };
            self.path.push(child as u32);
            if self.nodes[child].playouts == 0 {
                let mut after = game.clone();
                after.push(m);
                if let Some(value) = after.result() {
                    self.back_up(1.0 - value);
                    return None;
                }
                return Some(Leaf { before: game, m });
            }
            game.push(m);
            at = child;
        }
    }

    /// Ends the playout that [`Tree::select`] began: `value` is the leaf's for the side that made its move,
    /// from 0 to 1.
    pub fn back_up(&mut self, value: f32) {
        let mut value = value.clamp(0.0, 1.0);
        while let Some(at) = self.path.pop() {
            let node = &mut self.nodes[at as usize];
            node.playouts += 1;
            node.sum += value;
            value = 1.0 - value;
        }
    }

    /// Returns the moves at the root.
    pub fn root_moves(&self) -> impl Iterator<Item = RootMove<G::Move>> {
        self.children(0).filter_map(|node| {
            Some(RootMove {
                m: node.m?,
                playouts: node.playouts,
                mean: node.mean().unwrap_or(0.0),
            })
        })
    }

    /// Returns the move with the most playouts; ties go to the higher mean, then to the first. `None` when there are
    /// no moves; the best guess when there were no playouts.
    #[must_use]
    pub fn best(&self) -> Option<G::Move> {
        let mut best: Option<&Node<G::Move>> = None;
        for node in self.children(0) {
            let better = best.is_none_or(|best| {
                let key = |node: &Node<_>| (node.playouts, node.mean().unwrap_or(node.guess));
                key(node) > key(best)
            });
            if better {
                best = Some(node);
            }
        }
        best.and_then(|node| node.m)
    }

    fn children(&self, at: usize) -> impl Iterator<Item = &Node<G::Move>> {
        let node = &self.nodes[at];
        let first = node.first_child as usize;
        self.nodes[first..first + node.children as usize].iter()
    }

    /// The child with the highest upper confidence bound.
    fn child(&self, at: usize) -> Option<(usize, G::Move)> {
        let node = &self.nodes[at];
        let log = libm::logf((node.playouts + 1) as f32);
        let worth = 1.0 - node.mean().unwrap_or(0.5);
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for (i, child) in self.children(at).enumerate() {
            let tried = child.playouts.max(1) as f32;
            let mean = child.mean().unwrap_or(worth + child.guess);
            let bound = mean + self.exploration * libm::sqrtf(log / tried);
            if bound > highest {
                highest = bound;
                best = child.m.map(|m| (node.first_child as usize + i, m));
            }
        }
        best
    }

    /// Gives the node at `at`, which `game` has come to, its children.
    fn open(&mut self, at: usize, game: &G) {
        self.moves.clear();
        game.moves(&mut self.moves);
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = self.moves.len() as u32;
        let children = self
            .moves
            .iter()
            .map(|(m, guess)| Node::new(Some(*m), *guess));
        self.nodes.extend(children);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whoever takes the last match wins.
    #[derive(Clone, PartialEq, Debug)]
    struct Nim {
        matches: u32,
        most: u32,
    }

    impl TreeGame for Nim {
        type Move = u32;

        fn moves(&self, moves: &mut Vec<(u32, f32)>) {
            moves.extend((1..=self.matches.min(self.most)).map(|taken| (taken, 0.0)));
        }

        fn push(&mut self, taken: u32) {
            self.matches -= taken;
        }

        fn result(&self) -> Option<f32> {
            (self.matches == 0).then_some(0.0)
        }
    }

    /// Three in a row; bits 0 to 8 of each side, the first is to move.
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Tic([u16; 2]);

    impl Tic {
        const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

        /// What is it worth to the side to move: 0, 1 or 2 halves of a point.
        fn solve(self) -> u32 {
            if let Some(result) = self.result() {
                return (2.0 * result) as u32;
            }
            let mut moves = Vec::new();
            self.moves(&mut moves);
            let after = moves.into_iter().map(|(m, _)| 2 - self.after(m).solve());
            after.max().unwrap_or(1)
        }

        fn after(mut self, m: u32) -> Tic {
            self.push(m);
            self
        }
    }

    impl TreeGame for Tic {
        type Move = u32;

        fn moves(&self, moves: &mut Vec<(u32, f32)>) {
            let over = self.result().is_some();
            let taken = if over { 0o777 } else { self.0[0] | self.0[1] };
            moves.extend((0..9).filter(|m| taken >> m & 1 == 0).map(|m| (m, 0.0)));
        }

        fn push(&mut self, m: u32) {
            let [own, other] = self.0;
            self.0 = [other, own | 1 << m];
        }

        fn result(&self) -> Option<f32> {
            let [own, other] = self.0;
            if Tic::LINES.iter().any(|line| other & line == *line) {
                Some(0.0)
            } else if (own | other) == 0o777 {
                Some(0.5)
            } else {
                None
            }
        }
    }

    fn search<G: TreeGame>(game: G, playouts: u32) -> Tree<G> {
        let mut tree = Tree::new(game, 1.4);
        while tree.playouts() < playouts {
            if tree.select().is_some() {
                tree.back_up(0.5);
            }
        }
        tree
    }

    proptest! {
        #[test]
        fn nim_is_solved(matches in 1_u32..14, most in 2_u32..5) {
            let tree = search(Nim { matches, most }, 4_000);
            let winning = matches % (most + 1);
            if winning != 0 {
                prop_assert_eq!(tree.best(), Some(winning));
            }
        }

        #[test]
        fn three_in_a_row_is_solved(played in prop::collection::vec(0_u32..9, 0..7)) {
            let mut game = Tic([0, 0]);
            for m in played {
                let free = (game.0[0] | game.0[1]) >> m & 1 == 0;
                if free && game.result().is_none() {
                    game.push(m);
                }
            }
            let tree = search(game, 5_000);
            match tree.best() {
                None => prop_assert!(game.result().is_some()),
                Some(best) => prop_assert_eq!(2 - game.after(best).solve(), game.solve()),
            }
        }

        #[test]
        fn playouts_and_values_add_up(
            matches in 1_u32..30,
            values in prop::collection::vec(0.0_f32..1.0, 1..300),
        ) {
            let mut tree = Tree::new(Nim { matches, most: 3 }, 1.4);
            for value in &values {
                if tree.select().is_some() {
                    tree.back_up(*value);
                }
            }
            prop_assert_eq!(tree.playouts() as usize, values.len());
            let of_moves: u32 = tree.root_moves().map(|m| m.playouts).sum();
            prop_assert_eq!(of_moves, tree.playouts());
            for at in 1..tree.nodes.len() {
                let node = tree.nodes[at];
                prop_assert!((-1e-3..=node.playouts as f32 + 1e-3).contains(&node.sum));
                let below: u32 = tree.children(at).map(|child| child.playouts).sum();
                if node.children > 0 {
                    // The first playout ended here, all others went on.
                    prop_assert_eq!(below + 1, node.playouts);
                }
            }
        }
    }

    #[test]
    fn a_playout_that_is_not_backed_up_leaves_no_trace() {
        let mut tree = Tree::new(
            Nim {
                matches: 9,
                most: 3,
            },
            1.4,
        );
        let first = tree.select();
        assert!(first.is_some());
        assert_eq!(tree.select(), first);
        assert_eq!(tree.playouts(), 0);
    }

    #[test]
    fn nothing_to_move_is_no_trap() {
        let tree = search(
            Nim {
                matches: 0,
                most: 3,
            },
            10,
        );
        assert_eq!((tree.best(), tree.playouts()), (None, 10));
    }

    #[test]
    fn without_playouts_the_best_guess_counts() {
        #[derive(Clone)]
        struct Guesses;
        impl TreeGame for Guesses {
            type Move = u32;
            fn moves(&self, moves: &mut Vec<(u32, f32)>) {
                moves.extend([(0, 0.0), (1, 0.2), (2, 0.1)]);
            }
            fn push(&mut self, _: u32) {}
            fn result(&self) -> Option<f32> {
                None
            }
        }
        assert_eq!(Tree::new(Guesses, 1.0).best(), Some(1));
    }
}
