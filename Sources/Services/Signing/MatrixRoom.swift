import Model
import Synchronization

/// How often the cells of matrices may at least still be asked: known from the last count of them and the draws since, so
/// that not every draw counts the cells of its matrix.
final class MatrixRoom: Sendable {
  /// Of how many matrices it is known at a time.
  private static let most = 100_000

  private let known = Mutex<[MatrixID: Int]>([:])

  /// Whether more than `limit` is left of a matrix from which `size` cells are about to be drawn; `count` counts them.
  func isMore(than limit: Int, in matrix: MatrixID, drawing size: Int, count: () throws -> Int) rethrows -> Bool {
    var left = known.withLock { $0[matrix] } ?? 0
    if left <= limit { left = try count() }
    // What is drawn and undone counts too: it is what is left at least.
    known.withLock { known in
      if known.count >= Self.most { known.removeAll() }
      known[matrix] = left - size
    }
    return left > limit
  }
}
