/// Masks paths for the access log.
///
/// Fixed segments, operation ids and the bank's UUIDs are kept. Other segments, such as an account
/// number, become `*`, because the log must not contain personal data.
struct LoggedPaths: Sendable {
  private let words: Set<Substring>
  private let isOperation: @Sendable (String) -> Bool
  /// True for each endpoint whose pattern has no parameter except an operation's id.
  ///
  /// Successful paths of these endpoints need no mask.
  private let isPlain: [Bool]
  /// For each endpoint, the part of the pattern after an operation's id; nil if the pattern does
  /// not start with an operation or has further parameters.
  private let ends: [String?]

  /// Collects the fixed segments of the patterns. `isOperation` recognizes operation ids.
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

  /// The prefix before an operation's id.
  private static let begin = "/operations/"

  /// Returns the path for the access log.
  ///
  /// - Parameters:
  ///   - endpoint: The index of the endpoint; the number of endpoints if none matched.
  ///   - status: The status of the response.
  func logged(_ path: String, at endpoint: Int, status: Int) -> String {
    if status < 400, endpoint < isPlain.count, isPlain[endpoint] { return path }
    if endpoint < ends.count, let end = ends[endpoint], path.hasPrefix(Self.begin), path.hasSuffix(end) {
      let id = path.utf8.dropFirst(Self.begin.utf8.count).dropLast(end.utf8.count)
      if let id = String(id), isOperation(id) { return path }
    }
    var rest = path.utf8[...]
    while rest.first == UInt8(ascii: "/") {
      let part = rest.dropFirst().prefix { $0 != UInt8(ascii: "/") }
      guard isReported(Substring(part)) else { return masked(path) }
      rest = rest[part.endIndex...]
    }
    return rest.isEmpty ? path : masked(path)
  }

  /// Returns the operation in a logged path, such as `pp.quick` in `/operations/pp.quick/evaluate`;
  /// nil if the path names none.
  static func operation(in logged: String) -> String? {
    guard logged.hasPrefix(begin) else { return nil }
    let id = logged.utf8.dropFirst(begin.utf8.count).prefix { $0 != UInt8(ascii: "/") }
    return id.isEmpty || id.elementsEqual(CollectionOfOne(UInt8(ascii: "*"))) ? nil : String(id)
  }

  private func masked(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { isReported($0) ? String($0) : "*" }
      .joined(separator: "/")
  }

  private func isReported(_ part: Substring) -> Bool {
    part.isEmpty || words.contains(part) || Self.isIdentifier(part) || isOperation(String(part))
  }

  /// True for a lowercase UUID, the form of the bank's ids, which contain no personal data.
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
