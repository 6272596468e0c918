import JSON

/// Compares the result of a driver with the expected one.
///
/// An object may have further members, and a missing member counts as null. Objects of values must
/// be equal, because a value that a client leaves out differs from null. An outline must
/// have the same lines.
enum Expectation {
  /// The members whose objects must be equal.
  private static let whole: Set<String> = ["values", "entries", "displayed"]

  /// Returns a description of each difference, with its path.
  static func differences(of found: Value, from expected: Value, at path: String = "") -> [String] {
    switch (expected, found) {
    case (.object(let expected), .object(let found)):
      return expected.members.flatMap { member in
        let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
        let value = found[member.name] ?? .null
        if member.name == Outline.name { return Outline.differences(of: value, from: member.value, at: inner) }
        if whole.contains(member.name) {
          return value == member.value ? [] : [difference(of: value, from: member.value, at: inner)]
        }
        return differences(of: value, from: member.value, at: inner)
      }
    case (.array(let expected), .array(let found)) where expected.count == found.count:
      return zip(expected, found).enumerated().flatMap { index, pair in
        differences(of: pair.1, from: pair.0, at: "\(path)[\(index)]")
      }
    default: return found == expected ? [] : [difference(of: found, from: expected, at: path)]
    }
  }

  private static func difference(of found: Value, from expected: Value, at path: String) -> String {
    "\(path) is \(found), not \(expected)"
  }
}
