extension Value {
  /// Returns true if both values have the same spelling, so that texts generated from them are
  /// equal.
  ///
  /// Unlike with `==`, `1.5` and `1.50` differ, and so do equal members in a different order.
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

  /// Returns true if both are null, or are arrays or objects that share storage. Returns false for
  /// other values, even if they are equal.
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

  /// The number of nested values, including this one.
  package var parts: Int {
    var count = 1
    switch self {
    case .array(let elements): for element in elements { count += element.isWhole ? 1 : element.parts }
    case .object(let object): for member in object.members { count += member.value.isWhole ? 1 : member.value.parts }
    default: break
    }
    return count
  }

  private var isWhole: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}

extension Array {
  /// Returns true if both arrays share storage. A cached value is often compared with itself.
  fileprivate func sharesElements(with other: [Element]) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress && $0.count == mine.count }
    }
  }
}
