//! Handicap stones: the customary points, points of our own choice, and what a controller may send.

use super::Game;
use crate::rules::{BoardSize, ByColor, Color, Point, PointSet, Stones, Vertex};
use std::fmt;

/// The handicap of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// Number of stones; 0 in an even game.
    pub stones: usize,
    /// Whether it is given by White's first n − 1 turns being passes.
    pub by_passes: bool,
}

/// Why handicap stones are not placed. The text starts with GTP's standard message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapError {
    /// There are stones on the board.
    BoardNotEmpty,
    /// Too few or too many stones were asked for.
    InvalidNumber {
        /// The number that was asked for.
        asked: usize,
        /// The most this board takes; 0 when it takes none.
        most: usize,
    },
    /// The list has a pass in it.
    Pass,
    /// The list names a point that is not on the board.
    OffBoard(Point),
    /// The list names a point twice.
    Repeated(Point),
}

impl HandicapError {
    /// GTP's standard message: `board not empty`, `invalid number of stones` or `bad vertex list`.
    #[must_use]
    pub const fn standard(&self) -> &'static str {
        match self {
            HandicapError::BoardNotEmpty => "board not empty",
            HandicapError::InvalidNumber { .. } => "invalid number of stones",
            HandicapError::Pass | HandicapError::OffBoard(_) | HandicapError::Repeated(_) => "bad vertex list",
        }
    }
}

impl fmt::Display for HandicapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.standard())?;
        match self {
            HandicapError::BoardNotEmpty => Ok(()),
            HandicapError::InvalidNumber { asked, most: 0 | 1 } => {
                write!(f, ": {asked}, but this board takes none")
            }
            HandicapError::InvalidNumber { asked, most } => write!(f, ": expected 2 to {most}, got {asked}"),
            HandicapError::Pass => f.write_str(": a pass is not a point"),
            HandicapError::OffBoard(point) => write!(f, ": {point} is not on the board"),
            HandicapError::Repeated(point) => write!(f, ": {point} occurs twice"),
        }
    }
}

impl std::error::Error for HandicapError {}

/// The distance from the border to the line of the corner points, or `None` on sides that have none.
const fn corner_line(side: usize) -> Option<usize> {
    match side {
        0..7 => None,
        7..13 => Some(2),
        _ => Some(3),
    }
}

/// The middle of a side that has a handicap point there.
const fn middle(side: usize) -> Option<usize> {
    if side >= 9 && side % 2 == 1 {
        Some(side / 2)
    } else {
        None
    }
}

/// The most stones of a fixed handicap: 0, 4 or 9 (GTP 2, 4.1.1; a rectangle needs both sides to have the points).
#[must_use]
pub const fn most_fixed(size: BoardSize) -> usize {
    match (corner_line(size.width()), corner_line(size.height())) {
        (Some(_), Some(_)) if middle(size.width()).is_some() && middle(size.height()).is_some() => 9,
        (Some(_), Some(_)) => 4,
        _ => 0,
    }
}

/// The most stones of a free handicap: all points but one.
#[must_use]
pub const fn most_free(size: BoardSize) -> usize {
    size.area() - 1
}

/// The points of a fixed handicap, in the order of GTP's table.
///
/// # Errors
/// When the board has no such handicap.
pub fn fixed_points(size: BoardSize, stones: usize) -> Result<Vec<Point>, HandicapError> {
    let most = most_fixed(size);
    let refused = HandicapError::InvalidNumber { asked: stones, most };
    let (Some(x), Some(y)) = (corner_line(size.width()), corner_line(size.height())) else {
        return Err(refused);
    };
    if stones < 2 || stones > most {
        return Err(refused);
    }
    let (right, top) = (size.width() - 1 - x, size.height() - 1 - y);
    let (center, halfway) = (size.width() / 2, size.height() / 2);
    let mut places = vec![(x, y), (right, top), (x, top), (right, y)];
    places.truncate(stones);
    if stones >= 6 {
        places.extend([(x, halfway), (right, halfway)]);
    }
    if stones >= 8 {
        places.extend([(center, y), (center, top)]);
    }
    if stones >= 5 && stones % 2 == 1 {
        places.push((center, halfway));
    }
    Ok(places
        .into_iter()
        .map(|(column, row)| Point::new(column, row))
        .collect())
}

/// Points of our own choice: the customary ones, then the third and fourth lines, then wherever Black has fewest
/// stones near, with eyes kept to the last.
///
/// # Errors
/// For fewer than 2 stones or more than [`most_free`].
pub fn free_points(size: BoardSize, stones: usize) -> Result<Vec<Point>, HandicapError> {
    let most = most_free(size);
    if stones < 2 || stones > most {
        return Err(HandicapError::InvalidNumber { asked: stones, most });
    }
    let customary = most_fixed(size);
    if let Ok(points) = fixed_points(size, stones.min(customary))
        && points.len() == stones
    {
        return Ok(points);
    }
    let mut spread = Spread::new(size);
    for point in fixed_points(size, customary).unwrap_or_default() {
        spread.place(point);
    }
    while spread.points.len() < stones {
        match spread.next() {
            Some(point) => spread.place(point),
            None => break,
        }
    }
    Ok(spread.points)
}

/// Handicap stones placed one by one.
struct Spread {
    size: BoardSize,
    points: Vec<Point>,
    stones: PointSet,
}

/// How much a free point is wanted; compared field by field.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Wish {
    breathes: bool,
    tier: u32,
    distance: usize,
    open: usize,
    line: usize,
    apart: usize,
}

impl Spread {
    fn new(size: BoardSize) -> Spread {
        Spread {
            size,
            points: Vec::new(),
            stones: PointSet::EMPTY,
        }
    }

    fn place(&mut self, point: Point) {
        self.points.push(point);
        self.stones.insert(point);
    }

    /// The best free point; board order decides between equals.
    fn next(&self) -> Option<Point> {
        let free = PointSet::all(self.size).difference(&self.stones);
        let mut best: Option<(Wish, Point)> = None;
        for point in free.iter() {
            let mut wish = self.wish(point, &free);
            if best.as_ref().is_none_or(|(least, _)| wish > *least) {
                wish.breathes = self.breathes(point);
                if best.as_ref().is_none_or(|(least, _)| wish > *least) {
                    best = Some((wish, point));
                }
            }
        }
        best.map(|(_, point)| point)
    }

    fn wish(&self, point: Point, free: &PointSet) -> Wish {
        let line = |place: usize, side: usize| place.min(side - 1 - place) + 1;
        let line = line(point.column(), self.size.width()).min(line(point.row(), self.size.height()));
        let gap = |stone: &Point| stone.column().abs_diff(point.column()) + stone.row().abs_diff(point.row());
        let distance = self.points.iter().map(gap).min().unwrap_or(usize::MAX);
        let tier = match (line, distance) {
            (3 | 4, 3..) => 4,
            (3.., 3..) => 3,
            (3.., 2..) => 2,
            (2.., 2..) => 1,
            _ => 0,
        };
        Wish {
            breathes: true,
            tier,
            distance,
            open: self
                .size
                .neighbors(point)
                .filter(|&neighbor| free.contains(neighbor))
                .count(),
            line,
            apart: self.points.iter().map(gap).sum(),
        }
    }

    /// Whether the chain that a stone here would belong to has two liberties.
    fn breathes(&self, point: Point) -> bool {
        let mut stones = self.stones;
        stones.insert(point);
        let chain = PointSet::flood(point, &stones, self.size);
        chain.border(self.size).len() >= 2
    }
}

/// The points of a list sent by a controller.
///
/// # Errors
/// For fewer than 2 or more than [`most_free`] points, a pass, a point off the board or one named twice.
pub fn checked_points(size: BoardSize, vertices: &[Vertex]) -> Result<PointSet, HandicapError> {
    let mut points = PointSet::EMPTY;
    for vertex in vertices {
        let point = vertex.point().ok_or(HandicapError::Pass)?;
        if !size.contains(point) {
            return Err(HandicapError::OffBoard(point));
        }
        if !points.insert(point) {
            return Err(HandicapError::Repeated(point));
        }
    }
    let most = most_free(size);
    if points.len() < 2 || points.len() > most {
        return Err(HandicapError::InvalidNumber {
            asked: points.len(),
            most,
        });
    }
    Ok(points)
}

/// The four seat stones of the ancient game: White top left and bottom right, Black bottom left and top right, on
/// the corner points. Boards without such points start empty.
#[must_use]
pub fn seats(size: BoardSize) -> Stones {
    let (Some(x), Some(y)) = (corner_line(size.width()), corner_line(size.height())) else {
        return Stones::default();
    };
    let (right, top) = (size.width() - 1 - x, size.height() - 1 - y);
    ByColor {
        black: [Point::new(x, y), Point::new(right, top)].into_iter().collect(),
        white: [Point::new(x, top), Point::new(right, y)].into_iter().collect(),
    }
}

impl Game {
    /// Puts a fixed handicap on the empty board and says where; White is to move.
    ///
    /// # Errors
    /// When there are stones or the board has no such handicap; nothing has changed.
    pub fn fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = fixed_points(self.size(), stones)?;
        self.put_handicap(&points.iter().copied().collect())?;
        Ok(points)
    }

    /// Puts a handicap of our own choice on the empty board and says where; White is to move.
    ///
    /// # Errors
    /// When there are stones, or for fewer than 2 stones or more than all points but one; nothing has changed.
    pub fn free_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = free_points(self.size(), stones)?;
        self.put_handicap(&points.iter().copied().collect())?;
        Ok(points)
    }

    /// Puts these handicap stones on the empty board; White is to move.
    ///
    /// # Errors
    /// When there are stones, or for a list that [`checked_points`] refuses; nothing has changed.
    pub fn set_free_handicap(&mut self, vertices: &[Vertex]) -> Result<(), HandicapError> {
        self.put_handicap(&checked_points(self.size(), vertices)?)
    }

    fn put_handicap(&mut self, points: &PointSet) -> Result<(), HandicapError> {
        if Color::BOTH.iter().any(|&color| !self.board().stones(color).is_empty()) {
            return Err(HandicapError::BoardNotEmpty);
        }
        // Stones of one color that leave a point free always have a liberty: the board is connected.
        self.place_handicap(points).map_err(|_| HandicapError::InvalidNumber {
            asked: points.len(),
            most: most_free(self.size()),
        })
    }

    /// Starts again from the four seat stones, White to move, as the ancient game does.
    pub fn take_seats(&mut self) {
        // The seats are apart from each other, so that none is without liberties.
        let _ = self.set_up(&seats(self.size()), Color::White);
    }
}
