//! Matchings of least cost.

use crate::linear::Matrix;
use crate::work;

/// For each row a column, no column twice, so that the sum of the costs (real parts) is least;
/// rows without a column if there are more rows than columns. Of several answers, the first in
/// lexicographic order where the matrix is small (at most 4), any where it is larger, and whatever
/// if the run has to end.
pub(super) fn cheapest(costs: &Matrix) -> Vec<Option<usize>> {
    let size = costs.height().max(costs.width());
    let cost = |row: usize, column: usize| {
        let inside = row < costs.height() && column < costs.width();
        let cost = if inside { costs[(row, column)].re } else { 0.0 };
        // Numbers that are not finite have no order that could be used.
        if cost.is_finite() {
            cost
        } else {
            f64::MAX / 1e3 / size as f64
        }
    };
    let columns = if size <= 4 {
        exhaustive(size, cost)
    } else {
        augmenting(size, cost)
    };
    let matched = columns.into_iter().take(costs.height());
    matched
        .map(|column| (column < costs.width()).then_some(column))
        .collect()
}

/// Tries all permutations, in lexicographic order.
fn exhaustive(size: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<usize> {
    fn extend(
        chosen: &mut Vec<usize>,
        size: usize,
        sum: f64,
        cost: &impl Fn(usize, usize) -> f64,
        best: &mut (f64, Vec<usize>),
    ) {
        let row = chosen.len();
        if row == size {
            if sum < best.0 {
                *best = (sum, chosen.clone());
            }
            return;
        }
        for column in 0..size {
            if !chosen.contains(&column) {
                chosen.push(column);
                extend(chosen, size, sum + cost(row, column), cost, best);
                chosen.pop();
            }
        }
    }
    let mut best = (f64::INFINITY, (0..size).collect());
    extend(&mut Vec::new(), size, 0.0, &cost, &mut best);
    best.1
}

/// Shortest augmenting paths with potentials (Kuhn, *The Hungarian Method for the Assignment
/// Problem*, 1955, in the form that takes cubic time).
fn augmenting(size: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<usize> {
    // Column `size` is the root of the path, matched with the row being added.
    let mut row_of = vec![size; size + 1];
    let (mut rows, mut columns) = (vec![0.0; size + 1], vec![0.0; size + 1]);
    for added in 0..size {
        row_of[size] = added;
        let mut column = size;
        let mut distances = vec![f64::INFINITY; size];
        let mut previous = vec![size; size];
        let mut done = vec![false; size + 1];
        while row_of[column] != size {
            if !work::spend(size) {
                return (0..size).collect();
            }
            done[column] = true;
            let row = row_of[column];
            let (mut nearest, mut delta) = (size, f64::INFINITY);
            for other in (0..size).filter(|other| !done[*other]) {
                let reduced = cost(row, other) - rows[row] - columns[other];
                if reduced < distances[other] {
                    distances[other] = reduced;
                    previous[other] = column;
                }
                if distances[other] < delta || nearest == size {
                    delta = distances[other];
                    nearest = other;
                }
            }
            for other in 0..=size {
                if done[other] {
                    rows[row_of[other]] += delta;
                    columns[other] -= delta;
                } else if other < size {
                    distances[other] -= delta;
                }
            }
            column = nearest;
        }
        while column != size {
            let before = previous[column];
            row_of[column] = row_of[before];
            column = before;
        }
    }
    let mut matched = vec![0; size];
    for (column, &row) in row_of[..size].iter().enumerate() {
        matched[row] = column;
    }
    matched
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_find_the_same_cost() {
        let mut random = crate::random::Random::new(7);
        for size in 1..=4 {
            let costs: Vec<f64> = (0..size * size).map(|_| random.uniform() - 0.3).collect();
            let cost = |row: usize, column: usize| costs[row * size + column];
            let total = |columns: Vec<usize>| {
                let pairs = columns.into_iter().enumerate();
                pairs.map(|(row, column)| cost(row, column)).sum::<f64>()
            };
            let (a, b) = (total(exhaustive(size, cost)), total(augmenting(size, cost)));
            assert!((a - b).abs() < 1e-12, "{a} {b}");
        }
    }

    #[test]
    fn a_permutation_is_found() {
        let size = 30;
        let columns = augmenting(size, |row, column| {
            if (row + 7) % size == column {
                -1.0
            } else {
                2.0
            }
        });
        let expected: Vec<usize> = (0..size).map(|row| (row + 7) % size).collect();
        assert_eq!(columns, expected);
    }
}
