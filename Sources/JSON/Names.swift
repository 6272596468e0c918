/// The names that an object has so far, to find the one that comes twice.
///
/// Small objects are walked, and only where a cheap mark of the name was seen before; from 16 members on a set answers,
/// so that an object of a hundred thousand names costs no more than its length.
struct Names {
  private var marks: UInt64 = 0
  private var set: Set<Name>?

  /// Adds the name and answers true, or answers false where one of the members has it.
  @inline(__always)
  mutating func insert(_ name: String, among members: [Object.Member]) -> Bool {
    if members.count >= 16 { return insert(name, intoSetWith: members) }
    let mark: UInt64 = 1 << ((UInt64(name.utf8.first ?? 0) &+ 11 &* UInt64(name.utf8.count)) & 63)
    if marks & mark != 0, members.contains(where: { $0.name.hasSameUnits(as: name) }) { return false }
    marks |= mark
    return true
  }

  private mutating func insert(_ name: String, intoSetWith members: [Object.Member]) -> Bool {
    var known = set.take() ?? Set(members.map { Name(text: $0.name) })
    defer { set = known }
    return known.insert(Name(text: name)).inserted
  }

  /// A name that equals another only where both have the same code units, and hashes by them.
  ///
  /// `String` would hash all spellings of one composed character alike, which lets a sender collide them at will.
  private struct Name: Hashable {
    let text: String
    static func == (left: Name, right: Name) -> Bool { left.text.hasSameUnits(as: right.text) }
    func hash(into hasher: inout Hasher) {
      for unit in text.utf8 { hasher.combine(unit) }
    }
  }
}

extension String {
  /// Whether both texts have the same code units (RFC 8259, 8.3); `==` also holds for two spellings of one character.
  ///
  /// Another spelling of an ASCII text is longer than it, so that only other texts are compared unit by unit.
  @inline(__always)
  func hasSameUnits(as other: String) -> Bool {
    let count = utf8.count
    return count == other.utf8.count && self == other && (utf16.count == count || utf8.elementsEqual(other.utf8))
  }
}
