import Conditions
import JSON

/// A search for orders that no values satisfy together, such as `$a < $b` and `$b < $a`.
///
/// It is the search for a negative cycle by Bellman and Ford, in which each order is an edge.
enum RuleCircle {
  /// The maximum number of steps; larger sets of orders are not searched.
  private static let maxSteps = 20_000

  /// A distance, and the number of strict orders on the way.
  private struct Distance {
    var length = Decimal(0)
    var strict = 0

    func isLess(than other: Distance) -> Bool {
      length < other.length || length == other.length && strict > other.strict
    }
  }

  /// Returns the indexes of orders that exclude each other; nil if none are found.
  static func first(in orders: [ValueOrder]) -> [Int]? {
    var places: [ValueOrder.Side: Int] = [:]
    let edges = orders.map { order in
      [order.low, order.high].map { side in
        let place = places[side] ?? places.count
        places[side] = place
        return place
      }
    }
    guard places.count * orders.count <= maxSteps else { return nil }
    var distances = [Distance](repeating: Distance(), count: places.count)
    var entries = [Int?](repeating: nil, count: places.count)
    var changed: Int?
    for _ in 0...places.count {
      changed = nil
      for (index, order) in orders.enumerated() {
        let (low, high) = (edges[index][0], edges[index][1])
        guard let length = distances[high].length.subtracting(order.distance) else { return nil }
        let new = Distance(length: length, strict: distances[high].strict + (order.isStrict ? 1 : 0))
        guard new.isLess(than: distances[low]) else { continue }
        (distances[low], entries[low], changed) = (new, index, low)
      }
      if changed == nil { return nil }
    }
    return changed.flatMap { circle(behind: $0, entries) { edges[$0][1] } }
  }

  /// Returns the circle that the way back from a side leads to.
  ///
  /// - Parameters:
  ///   - entries: For each side, the order that changed its distance last.
  ///   - high: Returns the high side of an order.
  private static func circle(behind side: Int, _ entries: [Int?], _ high: (Int) -> Int) -> [Int]? {
    var side = side
    for _ in entries { side = entries[side].map(high) ?? side }
    var (circle, next) = ([Int](), side)
    repeat {
      guard let index = entries[next], circle.count < entries.count else { return nil }
      circle.append(index)
      next = high(index)
    } while next != side
    return circle.reversed()
  }
}
