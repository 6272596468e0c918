import HTTP

/// The state of a resource that a client has read and wants to change (RFC 9110, 13.1.1).
struct Precondition: Sendable {
  private let tags: [String]

  /// The state that `If-Match` names; without it nothing is changed, lest somebody else's change be overwritten.
  init(of request: Request) throws(Problem) {
    guard let header = request.header("If-Match") else { throw Problem(.preconditionMissing) }
    tags = header.split(separator: ",").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
  }

  /// Whether a resource whose entity tag is `tag` is in that state; a weak tag never is.
  func holds(for tag: String) -> Bool { tags.contains { $0 == "*" || $0 == "\"\(tag)\"" } }
}
