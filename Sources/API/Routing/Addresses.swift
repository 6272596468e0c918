import Model
package import Atoms
import Texts
import Operations

/// The addresses of this server, for the code that writes links.
///
/// `Atoms` and `Operations` contain no address: `API` passes them in.
enum Address {
  /// Returns the path of an operation's tree.
  static func operation(_ id: String) -> String { "/operations/\(id)" }
  /// Returns the path that evaluates an operation's values.
  static func evaluation(of id: String) -> String { "/operations/\(id)/evaluate" }
  /// Returns the path that submits an operation.
  static func submissions(of id: String) -> String { "/operations/\(id)/submissions" }
  /// Returns the path that pages the options of an operation's searches.
  static func options(of id: String) -> String { "/operations/\(id)/options" }
  /// Returns the path of the JSON Schema of an operation's values.
  static func schema(of id: String) -> String { "/operations/\(id)/schema" }
  /// Returns the path of an operation's draft.
  static func draft(of id: String) -> String { "/drafts/\(id)" }
  /// Returns the path of a submission.
  static func submission(_ id: SubmissionID) -> String { "/submissions/\(id.rawValue)" }
  /// Returns the path of a deal.
  static func deal(_ id: DealID) -> String { "/deals/\(id.rawValue)" }
  /// The path of the events.
  static let events = "/events"
  /// Returns the path of a submission's signature.
  static func signature(of id: SubmissionID) -> String { "\(submission(id))/signature" }
  /// Returns the path of a submission's result tree.
  static func result(of id: SubmissionID) -> String { "\(submission(id))/result" }
  /// The beginning of the path that resolves a deep link; the encoded link follows.
  static let routes = "/routes?url="

  /// Returns the path of a list's rows; nil if the list has none here.
  ///
  /// A name in braces is an input of the list.
  static func rows(of list: ListSource) -> String? { rows[list.name] }

  private static let rows = [
    "accounts": "/accounts", "entries": "/accounts/{account}/entries", "cards": "/cards", "deals": "/deals",
    "deal": "/deals/{deal}/pages", "history": "/submissions", "notifications": "/notifications",
    "providers": "/providers", "templates": "/templates",
    "requisites": "/accounts/{account}/requisites", "sessions": "/auth/sessions",
    "limits": "/limits",
  ]
  /// The path that draws a form with values of what is stored or scanned.
  static let prefill = "/prefill"
}

extension Links {
  /// Creates the links of a tree that is shown, not filled in: it has no draft.
  init(evaluate: String?, itself: String? = nil, search: String? = nil, actions: [ButtonKind.Action: Action]) {
    self.init(
      evaluate: evaluate, draft: nil, itself: itself, search: search, routes: Address.routes, actions: actions)
  }

  /// Creates the links of an operation's tree; `query` is appended to the path that submits it.
  ///
  /// An operation that is public or has no effect has no draft.
  ///
  ///     let links = Links(of: operation)
  ///     links.evaluate  // "/operations/pp.quick/evaluate"
  ///     links.draft     // "/drafts/pp.quick"
  package init(of operation: Operation, sending query: String = "") {
    self.init(
      evaluate: Address.evaluation(of: operation.id),
      draft: operation.effect == nil || operation.isPublic ? nil : Address.draft(of: operation.id),
      search: operation.atoms.contains(where: \.isSearch) ? Address.options(of: operation.id) : nil,
      routes: Address.routes,
      actions: [
        .submit: Action("POST", Address.submissions(of: operation.id) + query), .cancel: Action("GET", "/operations"),
      ])
  }
}

extension Target {
  /// The HTTP method that opens the target: `POST` for a flow, which it starts, and for values to begin with, else `GET`.
  var method: String {
    switch kind {
    case .flow, .prefill, .scan: "POST"
    default: "GET"
    }
  }

  /// The members of the body that opens the target for a row, each a template over the row's members.
  ///
  /// nil if the request has no body.
  var bodyTemplates: [(name: String, value: String)]? {
    if case .prefill = kind { wiring.bodyTemplates } else { nil }
  }

  /// Returns the address of the target with its inputs; nil for a text, which has no address.
  func href(from given: [String: String]) -> String? {
    href(with: wiring.values(from: given).map { ($0.name, percentEncoded($0.value)) })
  }

  /// The address of the target for a row: a URI template of level 1 (RFC 6570) over the row's members.
  ///
  /// nil for a text.
  var template: String? { href(with: wiring.templates) }

  private func href(with values: [(name: String, value: String)]) -> String? {
    switch kind {
    case .operation(let id): Self.joined(Address.operation(id), values)
    case .screen(let id): Self.joined("/screens/\(id)", values)
    case .flow(let id): Self.joined("/flows/\(id)", values)
    case .list(let source): Address.rows(of: source).map { Self.joined($0, values) }
    case .result: Self.joined("/submissions/{submission}/result", values)
    case .prefill, .scan: Address.prefill
    case .text: nil
    }
  }

  /// Returns the path of a list's rows and the query with its inputs, as a request has them; nil for another target.
  func request(from given: [String: String]) -> (path: String, query: [(name: String, value: String)])? {
    guard case .list(let source) = kind, var path = Address.rows(of: source) else { return nil }
    var query: [(name: String, value: String)] = []
    for (name, value) in wiring.values(from: given) {
      if path.contains("{\(name)}") {
        path = path.replacing("{\(name)}", with: percentEncoded(value))
      } else {
        query.append((name, value))
      }
    }
    return (path, query)
  }

  private static func joined(_ path: String, _ values: [(name: String, value: String)]) -> String {
    var (path, query) = (path, [String]())
    for (name, value) in values {
      if path.contains("{\(name)}") {
        path = path.replacing("{\(name)}", with: value)
      } else {
        query.append("\(name)=\(value)")
      }
    }
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
  }
}
