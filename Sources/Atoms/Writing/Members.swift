package import JSON

extension Writer {
  /// Writes a member with a text.
  package mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes a member with a whole number.
  package mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(number)
  }

  /// Writes a member with `true` or `false`.
  package mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    bool(flag)
  }

  /// Writes members that were rendered before, without braces.
  mutating func members(_ rendered: [UInt8]) { raw(rendered) }
}
