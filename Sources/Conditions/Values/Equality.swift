import JSON

/// The language's equality: numbers by value and Booleans among them, text exactly, lists element by element.
enum Equality {
  /// Whether both values are equal; differences between texts that the options name are overlooked.
  static func holds(_ left: Value, _ right: Value, _ options: Options = []) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): return a == b
    case (.string(let a), .string(let b)):
      // Texts of other lengths are not looked at, unless something is overlooked.
      let length = !options.isEmpty ? a.utf8.count + b.utf8.count : a.utf8.count == b.utf8.count ? a.utf8.count : 0
      return Work.covers(length / Work.bytesOfElement) && texts(a, b, options)
    case (.null, .null): return true
    case (.null, _), (_, .null): return false
    case (.array(let a), .array(let b)):
      return a.count == b.count && Work.covers(a.count) && zip(a, b).allSatisfy { holds($0, $1, options) }
    case (.object(let a), .object(let b)):
      return a.count == b.count && Work.covers(a.count) && a.isAlike(b) { holds($0, $1, options) }
    default:
      guard let a = Number(left), let b = Number(right) else { return false }
      return a == b
    }
  }

  /// Whether both texts are equal.
  static func texts(_ a: String, _ b: String, _ options: Options) -> Bool {
    guard options.isEmpty else { return Folding.equal(a, b, options) }
    // Swift's equality overlooks how letters are composed, so what it calls equal is looked at again; but another
    // spelling of an ASCII text is longer than it, and ASCII has as many units in UTF-16.
    let count = a.utf8.count
    return count == b.utf8.count && a == b && (a.utf16.count == count || a.utf8.elementsEqual(b.utf8))
  }
}
