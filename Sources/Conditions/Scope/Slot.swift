/// Where a value stands: in the operation's values, or in those of the repeat item being evaluated.
public enum Slot: Hashable, Sendable {
  /// A place in `Input.values`.
  case outer(Int)
  /// A place in `Input.item`.
  case item(Int)
}

extension Slot: Comparable {
  /// Outer slots stand before those of an item, each in their order.
  public static func < (left: Slot, right: Slot) -> Bool {
    switch (left, right) {
    case (.outer(let a), .outer(let b)), (.item(let a), .item(let b)): a < b
    case (.outer, .item): true
    case (.item, .outer): false
    }
  }
}
