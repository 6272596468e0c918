extension Writer {
  /// Writes a member with a text.
  public mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes a member with a whole number.
  public mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(number)
  }

  /// Writes a member with `true` or `false`.
  public mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    bool(flag)
  }
}
