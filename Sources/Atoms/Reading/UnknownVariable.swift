/// Help for a variable that a condition or expression cannot read.
package enum UnknownVariable {
  /// The maximum number of listed names.
  private static let maximum = 12

  /// Returns the remedy for an unknown variable without a similar name: the known names. Returns an
  /// empty text for other messages. `place` is the object that has the names.
  package static func remedy(for message: String, among names: [String], of place: String) -> String {
    guard message.hasPrefix("unknown variable `$"), message.hasSuffix("`") else { return "" }
    guard let first = names.first else { return ": \(place) has no values to read" }
    let listed = names.prefix(maximum).map { "$\($0)" }.listed + (names.count > maximum ? "..." : "")
    return names.count == 1 ? "; there is only $\(first)" : "; there is \(listed)"
  }
}
