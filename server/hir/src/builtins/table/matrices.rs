//! Matrices and systems of linear equations.

use crate::builtins::modifiers::PRECISION;
use crate::builtins::writing::row;
use crate::builtins::{Builtin, Category, Intrinsic};

const fn matrix(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Matrix, name, arity, doc)
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    matrix("matrixrowcolumn", 1, "number of rows and of columns of a matrix").args("matrix")
        .example("matrixrowcolumn([[1, 2, 3], [4, 5, 6]])").cpu("any -> list(2, nat)"),
    matrix("rowmatrix", 1, "a list as a matrix with one row").args("vector")
        .example("rowmatrix([1, 2])").cpu("list(n, a) -> list(1, list(n, a))").total(),
    matrix("columnmatrix", 1, "a list as a matrix with one column").args("vector")
        .example("columnmatrix([1, 2])").cpu("list(n, a) -> list(n, list(1, a))").total(),
    matrix("submatrix", 3, "the matrix without one column and one row (first the column, then the row)").args("matrix, column, row")
        .example("submatrix([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 1, 2)").cpu("list(list(a)), real, real -> list(list(a)); any, any, any -> any"),
    matrix("det", 1, "determinant of a square matrix").args("matrix")
        .example("det([[1, 2], [3, 4]])")
        .gpu("list(n, list(n, real)) -> real; list(n, list(n, complex)) -> complex").cpu("list(list(real)) -> real; any -> complex").is(Intrinsic::Det),
    matrix("eig", 1, "eigenvalues and eigenvectors of a square matrix").args("matrix")
        .example("eig([[2, 1], [1, 2]])").used(1).cpu("any -> any"),
    matrix("eigenvalues", 1, "eigenvalues of a square matrix").args("matrix")
        .example("eigenvalues([[2, 1], [1, 2]])").used(4).cpu("any -> list(complex)"),
    matrix("rank", 1, "rank of a matrix").args("matrix")
        .example("rank([[1, 2], [2, 4]])").cpu("any -> nat").modifiers(&[PRECISION]),
    matrix("kernel", 1, "basis of the null space of a matrix").args("matrix")
        .example("kernel([[1, 2], [2, 4]])").used(2)
        .cpu("any -> list(list(complex))").modifiers(&[PRECISION]),
    matrix("eigenvectors", 1, "eigenvectors of a square matrix").args("matrix")
        .example("eigenvectors([[2, 1], [1, 2]])").used(2).cpu("any -> list(list(complex))"),
    matrix("inverse", 1, "inverse of a square matrix").args("matrix")
        .example("inverse([[2, 0], [0, 4]])").used(8)
        .gpu("list(n, list(n, real)) -> list(n, list(n, real)); list(n, list(n, complex)) -> list(n, list(n, complex))")
        .cpu("any -> list(list(complex))").is(Intrinsic::Inverse).not_in_cindygl(),
    matrix("linearsolve", 2, "the solution of a system of linear equations").args("matrix, vector")
        .example("linearsolve([[2, 1], [1, 3]], [3, 5])").used(6)
        .gpu("list(n, list(n, real)), list(n, real) -> list(n, real); list(n, list(n, complex)), list(n, complex) -> list(n, complex)")
        .cpu("any, any -> list(complex)").is(Intrinsic::LinearSolve).not_in_cindygl(),
    matrix("mincostmatching", 1, "the assignment of rows to columns with the smallest sum").args("matrix")
        .example("mincostmatching([[1, 3], [2, 1]])").used(1).cpu("any -> list(nat)"),
    matrix("convexhull3d", 1, "convex hull of points in space: the vertices, and each face as a list of the indices of its vertices").args("points")
        .example("convexhull3d([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])").used(6)
        .cpu("any -> list(2, list(list(real)))"),
    matrix("zeromatrix", 2, "matrix of zeros with these numbers of rows and columns").args("rows, columns")
        .example("zeromatrix(2, 3)").used(4)
        .cpu("any, any -> list(list(nat))").is(Intrinsic::ZeroMatrix).total(),
    matrix("zerovector", 1, "list of zeros").args("length")
        .example("zerovector(3)").used(6).cpu("any -> list(nat)").is(Intrinsic::ZeroVector).total(),
    matrix("transpose", 1, "transposed matrix").args("matrix")
        .example("transpose([[1, 2], [3, 4]])").used(7)
        .gpu("list(n, list(m, a)) -> list(m, list(n, a))")
        .cpu("list(n, list(m, a)) -> list(m, list(n, a)); list(list(a)) -> list(list(a))").is(Intrinsic::Transpose),
    matrix("row", 2, "a row of a matrix; the first is 1").args("matrix, index: counted from 1")
        .example("row([[1, 2], [3, 4]], 1)").cpu("list(n, list(m, a)), real -> list(m, a); list(list(a)), real -> list(a); any, real -> list(complex)"),
    matrix("column", 2, "a column of a matrix; the first is 1").args("matrix, index: counted from 1")
        .example("column([[1, 2], [3, 4]], 1)").cpu("list(n, list(m, a)), real -> list(n, a); list(list(a)), real -> list(a); any, any -> any"),
];
