import JSON

/// The language's equality: numbers by value and Booleans among them, text exactly, lists element by element.
enum Equality {
  /// Whether both values are equal; differences between texts that the options name are overlooked.
  static func holds(_ left: Value, _ right: Value, _ options: Options = []) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): return a == b
    case (.string(let a), .string(let b)): return texts(a, b, options)
    case (.null, .null): return true
    case (.null, _), (_, .null): return false
    case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { holds($0, $1, options) }
    case (.object(let a), .object(let b)):
      return a.count == b.count
        && a.members.allSatisfy { member in b[member.name].map { holds(member.value, $0, options) } ?? false }
    default:
      guard let a = Number(left), let b = Number(right) else { return false }
      return a == b
    }
  }

  /// Whether both texts are equal.
  static func texts(_ a: String, _ b: String, _ options: Options) -> Bool {
    options.isEmpty ? a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8) : Folding.equal(a, b, options)
  }
}
