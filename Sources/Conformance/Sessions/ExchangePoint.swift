/// A kind of request that sessions name, such as `submit`.
package enum ExchangePoint: String, CaseIterable, Sendable {
  case start, route, login, logout, form, screen, list, evaluate, search, rows, submit, sign, submission, draft
  case flow, step, back, events, document, other

  /// Classifies a request by its method and the path without the query.
  package init(method: String, path: String) {
    let parts = path.split(separator: "/").map(String.init)
    switch (method, parts.first ?? "", parts.count, parts.last ?? "") {
    case ("GET", "start", 1, _): self = .start
    case ("GET", "routes", 1, _): self = .route
    case ("GET", "events", 1, _): self = .events
    case ("POST", "auth", 2, "login"): self = .login
    case ("POST", "operations", 3, "submissions") where parts[1] == "auth.login": self = .login
    case ("POST", "auth", 2, "logout"): self = .logout
    case ("POST", "operations", 3, "submissions"), ("POST", "flows", 3, "submissions"): self = .submit
    case ("POST", "operations", 3, "evaluate"), ("POST", "flows", 5, "evaluate"): self = .evaluate
    case ("POST", "operations", 3, "options"): self = .search
    case ("POST", "operations", 3, "rows"): self = .rows
    case ("GET", "operations", 2, _): self = .form
    case ("GET", "screens", 2, _): self = .screen
    case ("GET", "screens", 4, _), ("GET", "operations", 1, _), ("GET", "submissions", 1, _): self = .list
    case ("GET", "accounts", _, _), ("GET", "providers", 1, _), ("GET", "banks", 1, _), ("GET", "drafts", 1, _):
      self = .list
    case ("POST", "submissions", 3, "signature"): self = .sign
    case (_, "submissions", _, _): self = .submission
    case ("PUT", "flows", 5, "draft"), (_, "drafts", _, _): self = .draft
    case ("POST", "flows", 5, "back"): self = .back
    case (_, "flows", 4, _): self = .step
    case (_, "flows", 2, _): self = .flow
    case ("GET", "documents", _, _): self = .document
    default: self = .other
    }
  }
}

/// The name of a request in a session: `submit 2` is the second one at `submit`, and `submit` is
/// each of them.
struct ExchangeReference: Hashable, Sendable, CustomStringConvertible {
  let point: ExchangePoint
  /// The number of the request at its point, from 1; nil for all.
  let number: Int?

  /// Reads a reference; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let point = ExchangePoint(rawValue: String(parts[0])), parts.count <= 2 else { return nil }
    self.point = point
    guard parts.count == 2 else {
      number = nil
      return
    }
    guard let number = Int(parts[1]), number > 0 else { return nil }
    self.number = number
  }

  var description: String { number.map { "\(point.rawValue) \($0)" } ?? point.rawValue }
}
