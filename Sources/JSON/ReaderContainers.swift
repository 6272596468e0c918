extension Reader {
  /// Parses the array that starts at the next byte.
  mutating func array(inside depth: Int) throws(SyntaxError) {
    let array = try enter(depth, .array)
    if take(UInt8(ascii: "]")) { return }
    var count = 0
    while true {
      try value(inside: depth + 1)
      count += 1
      skipBlanks()
      if take(UInt8(ascii: ",")) {
        skipBlanks()
      } else if take(UInt8(ascii: "]")) {
        return leave(array, count)
      } else {
        throw unexpected("`,` or `]`")
      }
    }
  }

  /// Parses the object that starts at the next byte.
  mutating func object(inside depth: Int) throws(SyntaxError) {
    let object = try enter(depth, .object)
    if take(UInt8(ascii: "}")) { return }
    var names = Names(of: object)
    while true {
      let (start, name) = (place, entries.count)
      guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
      try string()
      guard names.insert(name, in: self) else {
        throw SyntaxError(.duplicateKey(text(entries[name])), at: start)
      }
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw unexpected("`:`") }
      skipBlanks()
      try value(inside: depth + 1)
      skipBlanks()
      if take(UInt8(ascii: ",")) {
        skipBlanks()
      } else if take(UInt8(ascii: "}")) {
        return leave(object, names.count)
      } else {
        throw unexpected("`,` or `}`")
      }
    }
  }

  /// Skips the opening bracket and returns the index of the new entry.
  private mutating func enter(_ depth: Int, _ kind: Entry.Kind) throws(SyntaxError) -> Int {
    guard depth < limits.depth else { throw SyntaxError(.tooDeep(limit: limits.depth), at: place) }
    note(kind)
    place += 1
    skipBlanks()
    return entries.count - 1
  }

  /// Completes the entry of an array or object with its count and the index of the entry that
  /// follows it.
  private mutating func leave(_ container: Int, _ count: Int) {
    entries[container].first = UInt32(truncatingIfNeeded: count)
    entries[container].next = UInt32(truncatingIfNeeded: entries.count)
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }
}

/// The names of an object so far, for the detection of duplicates.
///
/// In a small object, earlier names are compared only if a hash bit of the name is already set.
/// From the 17th member on, or if a name has escapes, a set is used, so that an object with many
/// names takes linear time.
struct Names {
  private(set) var count = 0
  private let object: Int
  private var marks: UInt64 = 0
  private var set: Set<UTF8Name>?

  /// Creates an empty set for the object at index `object`.
  init(of object: Int) { self.object = object }

  /// Adds the name at an index. Returns false if an earlier member of the object has the same name.
  @inline(__always)
  mutating func insert(_ name: Int, in reader: borrowing Reader) -> Bool {
    let entry = reader.entries[name]
    count += 1
    if entry.kind != .plainText || set != nil || count > 16 {
      return insertIntoSet(name, in: reader)
    }
    let (start, length) = (Int(entry.first), Int(entry.end &- entry.first))
    // A name is followed by at least its closing quote, so the byte at `start` exists.
    let mark: UInt64 = 1 << ((UInt64(reader.bytes[start]) &+ 11 &* UInt64(length)) & 63)
    if marks & mark != 0, isKnown(entry, before: name, in: reader) { return false }
    marks |= mark
    return true
  }

  private func isKnown(_ entry: Entry, before name: Int, in reader: borrowing Reader) -> Bool {
    let wanted = reader.bytes[Int(entry.first)..<Int(entry.end)]
    var place = object + 1
    while place < name {
      let other = reader.entries[place]
      if reader.bytes[Int(other.first)..<Int(other.end)] == wanted { return true }
      place = Int(reader.entries[place + 1].next)
    }
    return false
  }

  private mutating func insertIntoSet(_ name: Int, in reader: borrowing Reader) -> Bool {
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
