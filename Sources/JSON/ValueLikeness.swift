extension Value {
  /// Returns true if the other value is written in the same way, so that every text made of both is the same.
  ///
  /// Unlike for `==`, `1.5` and `1.50` differ, and so do the same members in another order.
  ///
  ///     let (price, same): (Value, Value) = (["sum": 1, "of": 2], ["of": 2, "sum": 1])
  ///     price == same               // true
  ///     price.isWritten(like: same) // false
  package func isWritten(like other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a.coefficient == b.coefficient && a.exponent == b.exponent
    case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.hasSameUnits(as: b)
    case (.array(let a), .array(let b)):
      a.sharesElements(with: b) || a.count == b.count && a.indices.allSatisfy { a[$0].isWritten(like: b[$0]) }
    case (.object(let a), .object(let b)): Self.areWrittenAlike(a.members, b.members)
    default: false
    }
  }

  /// Returns true if both are null, or the same list or object in memory; false for any other value, whatever it is.
  package func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.array(let a), .array(let b)): a.sharesElements(with: b)
    case (.object(let a), .object(let b)): a.members.sharesElements(with: b.members)
    default: false
    }
  }

  private static func areWrittenAlike(_ left: [Object.Member], _ right: [Object.Member]) -> Bool {
    left.sharesElements(with: right)
      || left.count == right.count
        && left.indices.allSatisfy {
          left[$0].name.hasSameUnits(as: right[$0].name) && left[$0].value.isWritten(like: right[$0].value)
        }
  }

  /// The count of values in it, itself included.
  package var parts: Int {
    var count = 1
    switch self {
    case .array(let elements): for element in elements { count += element.isWhole ? 1 : element.parts }
    case .object(let object): for member in object.members { count += member.value.isWhole ? 1 : member.value.parts }
    default: break
    }
    return count
  }

  /// True if it contains no other values.
  private var isWhole: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}

extension Array {
  /// True if both are the same elements in memory: a value that was remembered is mostly compared with itself.
  fileprivate func sharesElements(with other: [Element]) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress && $0.count == mine.count }
    }
  }
}
