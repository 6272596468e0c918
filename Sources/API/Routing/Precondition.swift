import HTTP

/// The state of a resource that a client has read and wants to change (RFC 9110, 13.1.1).
struct Precondition: Sendable {
  private let tags: [String]

  /// Why an answer to a reading request is not given: it names states with `If-Match`, and the present one is none of them.
  /// Nil where it names none, or the present one.
  static func refusal(of response: Response, to request: Request) -> Problem? {
    guard request.method == .get || request.method == .head, response.status == 200 || response.status == 304,
      let known = request.header("If-Match")
    else { return nil }
    let named = Precondition(known)
    let tag = response.headers.first { $0.0 == "ETag" }?.1.dropFirst().dropLast()
    return named.holds(for: tag.map(String.init) ?? "") ? nil : Problem(.changedMeanwhile)
  }

  /// The state that `If-Match` names; without it nothing is changed, lest somebody else's change be overwritten.
  init(of request: Request) throws(Problem) {
    guard let header = request.header("If-Match") else { throw Problem(.preconditionMissing) }
    self.init(header)
  }

  private init(_ header: String) {
    tags = header.split(separator: ",").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
  }

  /// Whether a resource whose entity tag is `tag` is in that state; a weak tag never is.
  func holds(for tag: String) -> Bool { tags.contains { $0 == "*" || $0 == "\"\(tag)\"" } }
}
