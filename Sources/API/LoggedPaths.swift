/// What the access log tells of paths: words of the interface, operations and the bank's own ids as they are, anything else,
/// such as an account's number, as `*`.
struct LoggedPaths: Sendable {
  private let words: Set<Substring>
  private let isOperation: @Sendable (String) -> Bool
  /// By endpoint: whether nothing but an operation's id can stand in a path that it found something at.
  private let isPlain: [Bool]

  /// The words are those of the endpoints' patterns.
  init(of endpoints: [Endpoint], isOperation: @escaping @Sendable (String) -> Bool) {
    words = Set(endpoints.flatMap { $0.pattern.split(separator: "/") }.filter { !$0.hasPrefix("{") })
    self.isOperation = isOperation
    isPlain = endpoints.map { !$0.pattern.replacing("/operations/{id}", with: "").contains("{") }
  }

  /// The path as it is logged, of a request that the endpoint of that place answered with that status.
  func logged(_ path: String, at endpoint: Int, status: Int) -> String {
    if status < 400, endpoint < isPlain.count, isPlain[endpoint] { return path }
    var rest = path[...]
    while let slash = rest.firstIndex(of: "/") {
      let part = rest[slash...].dropFirst().prefix { $0 != "/" }
      guard isTold(part) else { return masked(path) }
      rest = rest[part.endIndex...]
    }
    return rest.isEmpty ? path : masked(path)
  }

  private func masked(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { isTold($0) ? String($0) : "*" }
      .joined(separator: "/")
  }

  private func isTold(_ part: Substring) -> Bool {
    part.isEmpty || words.contains(part) || Self.isIdentifier(part) || isOperation(String(part))
  }

  /// Whether it is written as the ids are that the bank makes: a UUID, which says nothing of anybody.
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
