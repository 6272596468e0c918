extension Diagnostics {
  /// The most bytes of a condition or an expression, whose parts are compared with one another when it is checked: the
  /// longest that ship have a few hundred.
  static let mostBytesOfCondition = 16_384

  /// Whether a text is short enough to be read as a condition; a fault where it is not.
  package mutating func isShort(_ text: String, at location: Location) -> Bool {
    let most = Self.mostBytesOfCondition
    if text.utf8.count <= most { return true }
    error("a condition has at most \(most) bytes, and this one has \(text.utf8.count)", at: location)
    return false
  }
}
