// Texts as the bytes that they are. The standard library has safe ways to say the same; they take three to five times as
// long for the short texts of a form, and this is half of all that writing and looking up JSON does.
extension [UInt8] {
  /// Appends the UTF-8 of a text.
  package mutating func append(units text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) }
    if isDone == nil { append(contentsOf: text.utf8) }
  }

  /// Appends the UTF-8 of a text that has nothing to escape; false where it has, and nothing is appended.
  mutating func append(plainUnits text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { units in
      var found: UInt8 = 0
      // Without a branch, so that many units are looked at at a time.
      for unit in units { found |= (unit < 0x20 ? 1 : 0) | (unit == 0x22 ? 1 : 0) | (unit == 0x5C ? 1 : 0) }
      guard found == 0 else { return false }
      append(contentsOf: units)
      return true
    } ?? false
  }

  /// Whether the bytes from `start` on are the UTF-8 of a text, of which there are at least as many.
  func hasUnits(of text: String, at start: Int) -> Bool {
    let isSame = text.utf8.withContiguousStorageIfAvailable { units in
      for place in 0..<units.count where self[start + place] != units[place] { return false }
      return true
    }
    return isSame ?? self[start..<start + text.utf8.count].elementsEqual(text.utf8)
  }
}
