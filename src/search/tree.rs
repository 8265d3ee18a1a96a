//! The arena of nodes: bounded, without locks, children side by side.

use super::node::Node;
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Nodes in a chunk; a family of children never crosses chunks.
const CHUNK: u32 = 1 << 14;

/// Nodes by index. Memory is taken chunk by chunk as it is needed.
pub(super) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    used: AtomicU32,
    /// Growth stops here.
    limit: u32,
}

/// The root's index.
pub(super) const ROOT: u32 = 1;

impl Tree {
    /// A tree that never takes more than this many bytes, compaction included.
    pub(super) fn new(bytes: usize) -> Tree {
        let nodes = (bytes / size_of::<Node>()).clamp(3 * CHUNK as usize, 1 << 30) as u32;
        let limit = (nodes / 3 * 2) / CHUNK * CHUNK;
        Tree {
            chunks: (0..limit / CHUNK).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(ROOT),
            limit,
        }
    }

    /// Empties the tree but for a fresh root; its memory is kept.
    pub(super) fn clear(&mut self) {
        *self.used.get_mut() = ROOT + 1;
        self.node(ROOT).reset(0, 0.0, 0.0);
    }

    /// Number of nodes in use.
    pub(super) fn len(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    /// Whether growth has stopped.
    #[cfg(test)]
    pub(super) fn is_full(&self) -> bool {
        self.used.load(Relaxed) >= self.limit - 1024
    }

    pub(super) fn node(&self, index: u32) -> &Node {
        &self.chunk(index / CHUNK)[(index % CHUNK) as usize]
    }

    /// The children from `first` on.
    pub(super) fn family(&self, (first, count): (u32, usize)) -> &[Node] {
        let start = (first % CHUNK) as usize;
        &self.chunk(first / CHUNK)[start..start + count]
    }

    fn chunk(&self, number: u32) -> &[Node] {
        self.chunks[number as usize].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }

    /// Room for a family of children; `None` when the tree is full.
    pub(super) fn allocate(&self, count: usize) -> Option<u32> {
        let count = count as u32;
        let reserve = |used: u32| {
            let first = if used / CHUNK == (used + count - 1) / CHUNK {
                used
            } else {
                used.next_multiple_of(CHUNK)
            };
            first.checked_add(count).filter(|&end| end <= self.limit)
        };
        self.used
            .fetch_update(Relaxed, Relaxed, reserve)
            .ok()
            .and_then(&reserve)
            .map(|end| end - count)
    }

    /// Makes `root` the root and keeps of its subtree what fits in half of the tree, nodes with most visits first.
    pub(super) fn keep(&mut self, root: u32) {
        let room = self.limit / 2;
        let least = self.least_visits_to_keep(root, room);
        let kept = Tree {
            chunks: (0..self.chunks.len()).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(ROOT + 1),
            limit: self.limit,
        };
        kept.node(ROOT).copy_from(self.node(root));
        // Breadth first, so that shallow nodes win over deep ones where both have the least visits kept.
        let mut open = VecDeque::from([(root, ROOT)]);
        while let Some((old, new)) = open.pop_front() {
            let Some(family) = self.node(old).children() else {
                continue;
            };
            if kept.len() + family.1 > room as usize {
                continue;
            }
            let Some(first) = kept.allocate(family.1) else { continue };
            for (offset, child) in self.family(family).iter().enumerate() {
                let copy = first + offset as u32;
                kept.node(copy).copy_from(child);
                // Most nodes are leaves: with them the queue would grow with the tree.
                if child.children().is_some() && child.visits() >= least {
                    open.push_back((family.0 + offset as u32, copy));
                }
            }
            kept.node(new).publish(Some((first, family.1)));
        }
        *self = kept;
    }

    /// A number of visits, a power of two, such that the families of nodes with twice as many fit into `room`.
    fn least_visits_to_keep(&self, root: u32, room: u32) -> u32 {
        let mut by_bits = [0_u64; 33];
        let mut open = vec![root];
        while let Some(index) = open.pop() {
            let node = self.node(index);
            if let Some((first, count)) = node.children() {
                by_bits[(32 - node.visits().leading_zeros()) as usize] += count as u64;
                open.extend(first..first + count as u32);
            }
        }
        let mut total = 0;
        for bits in (0..33).rev() {
            total += by_bits[bits];
            if total > u64::from(room) {
                return (1_u64 << bits >> 1) as u32;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grow(tree: &Tree, parent: u32, moves: &[u16]) -> u32 {
        assert!(tree.node(parent).claim());
        let first = tree.allocate(moves.len()).unwrap();
        for (offset, &mv) in moves.iter().enumerate() {
            tree.node(first + offset as u32).reset(mv, 0.0, 0.0);
        }
        tree.node(parent).publish(Some((first, moves.len())));
        first
    }

    #[test]
    fn a_subtree_is_kept_with_its_statistics() {
        let mut tree = Tree::new(0);
        tree.clear();
        let first = grow(&tree, ROOT, &[10, 20, 30]);
        let second = grow(&tree, first + 1, &[11, 12]);
        for _ in 0..5 {
            tree.node(first + 1).enter();
        }
        tree.node(second).enter();
        tree.keep(first + 1);
        assert_eq!((tree.node(ROOT).mv(), tree.node(ROOT).visits()), (20, 5));
        let family = tree.node(ROOT).children().unwrap();
        let kept: Vec<_> = tree
            .family(family)
            .iter()
            .map(|node| (node.mv(), node.visits()))
            .collect();
        assert_eq!(kept, [(11, 1), (12, 0)]);
        assert_eq!(tree.len(), 4);
    }

    #[test]
    fn a_full_tree_refuses_growth_and_makes_room_by_dropping_what_was_visited_least() {
        let mut tree = Tree::new(0);
        tree.clear();
        let moves: Vec<u16> = (0..300).collect();
        let mut parents = vec![ROOT];
        let mut grown = 0;
        while let Some(parent) = parents.pop() {
            if !tree.node(parent).claim() {
                continue;
            }
            let Some(first) = tree.allocate(moves.len()) else {
                tree.node(parent).publish(None);
                break;
            };
            for offset in 0..300 {
                tree.node(first + offset).reset(offset as u16, 0.0, 0.0);
            }
            tree.node(parent).publish(Some((first, 300)));
            for visit in 0..200 - grown % 200 {
                tree.node(parent).enter();
                let _ = visit;
            }
            grown += 1;
            parents.extend(first..first + 300);
        }
        assert!(tree.is_full());
        let before = tree.len();
        tree.keep(ROOT);
        assert!(tree.len() <= before / 2 + 300, "{} of {before}", tree.len());
        assert!(tree.allocate(300).is_some());
        assert!(tree.node(ROOT).children().is_some());
    }
}
