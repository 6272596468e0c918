/// Masks paths for the access log.
///
/// Words of the interface, ids of operations and the bank's own ids stay. Anything else, such as an account number,
/// becomes `*`: the log must not hold data of persons.
struct LoggedPaths: Sendable {
  private let words: Set<Substring>
  private let isOperation: @Sendable (String) -> Bool
  /// By endpoint: true if its pattern has no parameter besides an operation's id.
  ///
  /// A path that succeeded there needs no mask.
  private let isPlain: [Bool]
  /// By endpoint: the end of its pattern behind an operation's id; nil for a pattern that is no such id between fixed words.
  private let ends: [String?]

  /// Takes the fixed words of the endpoints' patterns; `isOperation` recognizes ids of operations.
  init(patterns: [String], isOperation: @escaping @Sendable (String) -> Bool) {
    words = Set(patterns.flatMap { $0.split(separator: "/") }.filter { !$0.hasPrefix("{") })
    self.isOperation = isOperation
    isPlain = patterns.map { !$0.replacing("/operations/{id}", with: "").contains("{") }
    ends = patterns.map { pattern in
      guard pattern.hasPrefix("\(Self.begin){id}") else { return nil }
      let end = String(pattern.dropFirst(Self.begin.count + 4))
      return end.contains("{") ? nil : end
    }
  }

  /// The path before an operation's id.
  private static let begin = "/operations/"

  /// Returns the path as the log may have it.
  ///
  /// - Parameters:
  ///   - endpoint: The offset of the endpoint that answered; the endpoint count if none did.
  ///   - status: The status of the response.
  func logged(_ path: String, at endpoint: Int, status: Int) -> String {
    if status < 400, endpoint < isPlain.count, isPlain[endpoint] { return path }
    if endpoint < ends.count, let end = ends[endpoint], path.hasPrefix(Self.begin), path.hasSuffix(end) {
      let id = path.utf8.dropFirst(Self.begin.utf8.count).dropLast(end.utf8.count)
      if let id = String(id), isOperation(id) { return path }
    }
    // By bytes: a walk over characters cost a twentieth of a refused submission.
    var rest = path.utf8[...]
    while rest.first == UInt8(ascii: "/") {
      let part = rest.dropFirst().prefix { $0 != UInt8(ascii: "/") }
      guard isReported(Substring(part)) else { return masked(path) }
      rest = rest[part.endIndex...]
    }
    return rest.isEmpty ? path : masked(path)
  }

  private func masked(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { isReported($0) ? String($0) : "*" }
      .joined(separator: "/")
  }

  private func isReported(_ part: Substring) -> Bool {
    part.isEmpty || words.contains(part) || Self.isIdentifier(part) || isOperation(String(part))
  }

  /// True for a lowercase UUID: the bank's own ids have that form and tell nothing about anybody.
  private static func isIdentifier(_ part: Substring) -> Bool {
    part.utf8.count == 36
      && part.utf8.enumerated().allSatisfy { place, unit in
        switch unit {
        case UInt8(ascii: "-"): [8, 13, 18, 23].contains(place)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
      }
  }
}
