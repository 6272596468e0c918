extension Reader {
  /// Passes the array that starts at the next byte.
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

  /// Passes the object that starts at the next byte.
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

  /// Passes the opening bracket and answers the entry of what it opens.
  private mutating func enter(_ depth: Int, _ kind: Entry.Kind) throws(SyntaxError) -> Int {
    guard depth < limits.depth else { throw SyntaxError(.tooDeep(limit: limits.depth), at: place) }
    note(kind)
    place += 1
    skipBlanks()
    return entries.count - 1
  }

  /// What comes next follows the whole array or object.
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
