/// The names that an object has so far, to find the one that comes twice.
///
/// Small objects are walked, and only where a cheap mark of the name was seen before; from 16 members on, or where a name
/// has escapes, a set answers, so that an object of a hundred thousand names costs no more than its length.
struct Names {
  /// How many there are.
  private(set) var count = 0
  private let object: Int
  private var marks: UInt64 = 0
  private var set: Set<UTF8Name>?

  /// No names yet of the object at that entry.
  init(of object: Int) { self.object = object }

  /// Adds the name at that entry and answers true, or answers false where a member before it has the same.
  @inline(__always)
  mutating func insert(_ name: Int, in reader: Reader) -> Bool {
    let entry = reader.entries[name]
    count += 1
    if entry.kind != .plainText || set != nil || count > 16 {
      return insertIntoSet(name, in: reader)
    }
    let (start, length) = (Int(entry.first), Int(entry.end &- entry.first))
    // Behind a name there is its quote at least.
    let mark: UInt64 = 1 << ((UInt64(reader.bytes[start]) &+ 11 &* UInt64(length)) & 63)
    if marks & mark != 0, isKnown(entry, before: name, in: reader) { return false }
    marks |= mark
    return true
  }

  private func isKnown(_ entry: Entry, before name: Int, in reader: Reader) -> Bool {
    let wanted = reader.bytes[Int(entry.first)..<Int(entry.end)]
    var place = object + 1
    while place < name {
      let other = reader.entries[place]
      if reader.bytes[Int(other.first)..<Int(other.end)] == wanted { return true }
      place = Int(reader.entries[place + 1].next)
    }
    return false
  }

  private mutating func insertIntoSet(_ name: Int, in reader: Reader) -> Bool {
    var known = set.take() ?? []
    if known.isEmpty {
      var place = object + 1
      while place < name {
        known.insert(UTF8Name(text: reader.text(reader.entries[place])))
        place = Int(reader.entries[place + 1].next)
      }
    }
    defer { set = known }
    return known.insert(UTF8Name(text: reader.text(reader.entries[name]))).inserted
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
