//! Where the points of a board lie in a layer.

use crate::rules::BoardSize;

/// Cells after the last one that a convolution may read or leave half computed.
const SLACK: usize = 16;

/// The cells of a board with a border of zeros around it, row after row. Neighboring rows share one cell of border, so that
/// each of the nine taps of a convolution is one fixed step for all cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub width: usize,
    pub height: usize,
}

impl Grid {
    pub(super) const fn of(size: BoardSize) -> Grid {
        Grid {
            width: size.width(),
            height: size.height(),
        }
    }

    const fn stride(self) -> usize {
        self.width + 1
    }

    /// Cells of a block, border and slack included.
    pub(super) const fn cells(self) -> usize {
        (self.height + 2) * self.stride() + 1 + SLACK
    }

    pub(super) const fn cell(self, column: usize, row: usize) -> usize {
        (row + 1) * self.stride() + column + 1
    }

    /// The first cell of the board, from which on [`span`](Grid::span) cells hold all others and some of the border.
    pub(super) const fn first(self) -> usize {
        self.cell(0, 0)
    }

    pub(super) const fn span(self) -> usize {
        (self.height - 1) * self.stride() + self.width
    }

    pub(super) const fn area(self) -> usize {
        self.width * self.height
    }

    /// Steps to the eight neighbors and the cell itself, row by row.
    pub(super) const fn taps(self) -> [isize; 9] {
        let s = self.stride() as isize;
        [-s - 1, -s, -s + 1, -1, 0, 1, s - 1, s, s + 1]
    }

    /// First cell of each row.
    pub(super) fn rows(self) -> impl Iterator<Item = usize> {
        (0..self.height).map(move |row| self.cell(0, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tap_of_every_cell_lies_in_the_block_and_off_the_board_on_the_border() {
        for (width, height) in [(1, 1), (2, 5), (9, 9), (25, 3)] {
            let grid = Grid { width, height };
            let inside = |cell: usize| grid.rows().any(|first| (first..first + width).contains(&cell));
            for row in 0..height {
                for column in 0..width {
                    let cell = grid.cell(column, row);
                    assert!((grid.first()..grid.first() + grid.span()).contains(&cell));
                    for (tap, step) in grid.taps().into_iter().enumerate() {
                        let other = cell.checked_add_signed(step).unwrap();
                        assert!(other < grid.cells());
                        let across = (column + tap % 3).wrapping_sub(1);
                        let down = (row + tap / 3).wrapping_sub(1);
                        assert_eq!(inside(other), across < width && down < height);
                    }
                }
            }
        }
    }
}
