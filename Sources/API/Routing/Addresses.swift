import Model
package import Atoms
import Essentials
import Operations

/// The addresses of this server. `Atoms` and `Operations` know none: they get theirs from here.
enum Address {
  /// An operation's tree.
  static func operation(_ id: String) -> String { "/operations/\(id)" }
  /// The evaluation of an operation's values.
  static func evaluation(of id: String) -> String { "/operations/\(id)/evaluate" }
  /// The submissions of an operation.
  static func submissions(of id: String) -> String { "/operations/\(id)/submissions" }
  /// The JSON Schema of an operation's values.
  static func schema(of id: String) -> String { "/operations/\(id)/schema" }
  /// The draft of an operation.
  static func draft(of id: String) -> String { "/drafts/\(id)" }
  /// A submission.
  static func submission(_ id: SubmissionID) -> String { "/submissions/\(id.rawValue)" }
  /// The signature of a submission.
  static func signature(of id: SubmissionID) -> String { "\(submission(id))/signature" }
  /// The result of a submission, as a tree.
  static func result(of id: SubmissionID) -> String { "\(submission(id))/result" }
  /// The resolution of a deep link; the encoded link follows.
  static let routes = "/routes?url="

  /// The rows of a list; a name in braces is an input of the list.
  static func rows(of list: ListSource) -> String? { rows[list.name] }

  private static let rows = [
    "accounts": "/accounts", "entries": "/accounts/{account}/entries", "cards": "/cards", "deals": "/deals",
    "deal": "/deals/{deal}/pages", "history": "/submissions", "notifications": "/notifications",
    "providers": "/providers",
  ]
}

extension Links {
  /// Creates the links of a tree that has no inputs.
  init(evaluate: String?, itself: String? = nil, actions: [ButtonKind.Action: Action]) {
    self.init(evaluate: evaluate, draft: nil, itself: itself, routes: Address.routes, actions: actions)
  }

  /// Creates the links of an operation; `query` is appended to the path of submissions.
  package init(of operation: Operation, sending query: String = "") {
    self.init(
      evaluate: Address.evaluation(of: operation.id),
      draft: operation.effect == nil || operation.isPublic ? nil : Address.draft(of: operation.id),
      routes: Address.routes,
      actions: [
        .submit: Action("POST", Address.submissions(of: operation.id) + query), .cancel: Action("GET", "/operations"),
      ])
  }
}

extension Target {
  /// The method that asks for it.
  var method: String { if case .flow = kind { "POST" } else { "GET" } }

  /// The address of the target with its inputs; nil for a text, which stands where it is.
  func href(from given: [String: String]) -> String? {
    href(with: wiring.values(from: given).map { ($0.name, percentEncoded($0.value)) })
  }

  /// The same for a row: a template of level 1 (RFC 6570) over the row's members.
  var template: String? { href(with: wiring.templates) }

  private func href(with values: [(name: String, value: String)]) -> String? {
    switch kind {
    case .operation(let id): Self.joined(Address.operation(id), values)
    case .screen(let id): Self.joined("/screens/\(id)", values)
    case .flow(let id): Self.joined("/flows/\(id)", values)
    case .list(let source): Address.rows(of: source).map { Self.joined($0, values) }
    case .result: Self.joined("/submissions/{submission}/result", values)
    case .text: nil
    }
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
