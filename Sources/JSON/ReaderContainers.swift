extension Reader {
  /// The array that starts at the next byte.
  mutating func array(inside depth: Int) throws(SyntaxError) -> Value {
    try enter(depth)
    var elements: [Value] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value(inside: depth + 1))
      skipBlanks()
      if take(UInt8(ascii: ",")) {
        skipBlanks()
      } else if take(UInt8(ascii: "]")) {
        return .array(elements)
      } else {
        throw unexpected("`,` or `]`")
      }
    }
  }

  /// The object that starts at the next byte.
  mutating func object(inside depth: Int) throws(SyntaxError) -> Value {
    try enter(depth)
    var members: [Object.Member] = []
    if take(UInt8(ascii: "}")) { return .object(Object(unique: members)) }
    members.reserveCapacity(8)
    var names = Names()
    while true {
      let start = place
      guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
      let name = try string()
      guard names.insert(name, among: members) else {
        throw SyntaxError(.duplicateKey(name), at: start)
      }
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw unexpected("`:`") }
      skipBlanks()
      members.append(Object.Member(name: name, value: try value(inside: depth + 1)))
      skipBlanks()
      if take(UInt8(ascii: ",")) {
        skipBlanks()
      } else if take(UInt8(ascii: "}")) {
        return .object(Object(unique: members))
      } else {
        throw unexpected("`,` or `}`")
      }
    }
  }

  private mutating func enter(_ depth: Int) throws(SyntaxError) {
    guard depth < limits.depth else { throw SyntaxError(.tooDeep(limit: limits.depth), at: place) }
    place += 1
    skipBlanks()
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }
}
