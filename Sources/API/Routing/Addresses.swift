import Model
package import Atoms
import Texts
import Operations

/// The paths that ask a server whether it is alive or ready.
package enum ServerAddress {
  package static let health = "/healthz"
  package static let readiness = "/readyz"
}

/// The URL paths of this server.
///
/// `Atoms` and `Operations` contain no paths. `API` passes them in.
enum Address {
  static func operation(_ id: String) -> String { "/operations/\(id)" }
  static func evaluation(of id: String) -> String { "/operations/\(id)/evaluate" }
  static func submissions(of id: String) -> String { "/operations/\(id)/submissions" }
  /// Returns the path of the paged options of an operation's searches.
  static func options(of id: String) -> String { "/operations/\(id)/options" }
  /// Returns the path of the options of an operation; nil if it has no searches.
  static func options(searchedIn operation: Operation) -> String? {
    operation.atoms.contains(where: \.isSearch) ? options(of: operation.id) : nil
  }
  /// Returns the path of the options of an operation on a page. It names the page if a search needs
  /// the values of the form.
  static func options(searchedIn operation: Operation, on page: FormPage) -> String? {
    options(searchedIn: operation).map { operation.needsValues(on: page) ? "\($0)?page=\(page.id)" : $0 }
  }
  /// Returns the path that reads rows pasted into an operation; nil if people cannot paste rows.
  static func rows(pastedInto operation: Operation) -> String? {
    operation.takesPastedRows ? "/operations/\(operation.id)/rows" : nil
  }
  /// Returns the path of the JSON Schema of an operation's values.
  static func schema(of id: String) -> String { "/operations/\(id)/schema" }
  static func draft(of id: String) -> String { "/drafts/\(id)" }
  static func submission(_ id: SubmissionID) -> String { "/submissions/\(id.rawValue)" }
  static func deal(_ id: DealID) -> String { "/deals/\(id.rawValue)" }
  static let enrolments = "/enrolments"
  static func enrolment(_ id: String) -> String { "\(enrolments)/\(id)" }
  static let events = "/events"
  static func signature(of id: SubmissionID) -> String { "\(submission(id))/signature" }
  static func result(of id: SubmissionID) -> String { "\(submission(id))/result" }
  /// The prefix of the path that resolves a deep link. The percent-encoded link follows.
  static let routes = "/routes?url="

  /// The prefix of the path of a document. Its SHA-256 digest follows.
  static let documents = "/documents/"

  /// Returns the path of a list's rows; nil if the list has none.
  ///
  /// A name in braces is an input of the list.
  static func rows(of list: ListSource) -> String? {
    if let own = list.declared { return "/screens/\(own.screen)/lists/\(own.module)" }
    return rows[list.name]
  }

  private static let rows = [
    "accounts": "/accounts", "entries": "/accounts/{account}/entries", "cards": "/cards", "deals": "/deals",
    "deal": "/deals/{deal}/pages", "history": "/submissions", "notifications": "/notifications",
    "providers": "/providers", "templates": "/templates",
    "drafts": "/drafts", "requisites": "/accounts/{account}/requisites", "sessions": "/auth/sessions",
    "limits": "/limits",
  ]
  /// The path that returns a form with values from a submission, a template or a QR code.
  static let prefill = "/prefill"
}

extension Links {
  /// Creates the links of a tree without a draft, such as a signature or a result.
  init(
    evaluate: String?, itself: String? = nil, search: String? = nil, rows: String? = nil,
    actions: [ButtonKind.Action: Action]
  ) {
    self.init(
      evaluate: evaluate, draft: nil, itself: itself, search: search, rows: rows, routes: Address.routes,
      documents: Address.documents, actions: actions)
  }

  /// Creates the links of an operation's tree. `query` is appended to the submission path.
  ///
  /// A public operation or an operation without effect has no draft.
  package init(of operation: Operation, sending query: String = "") {
    self.init(
      evaluate: Address.evaluation(of: operation.id),
      draft: operation.effect == nil || operation.isPublic ? nil : Address.draft(of: operation.id),
      search: Address.options(searchedIn: operation),
      rows: Address.rows(pastedInto: operation),
      routes: Address.routes, documents: Address.documents,
      actions: [
        .submit: Action("POST", Address.submissions(of: operation.id) + query), .cancel: Action("GET", "/operations"),
      ])
  }
}

extension Target {
  /// The HTTP method that opens the target: `POST` for flows and prefilled forms, otherwise `GET`.
  var method: String {
    switch kind {
    case .flow, .prefill, .scan: "POST"
    default: "GET"
    }
  }

  /// The members of the request body, each a template over the row's members; nil if the request
  /// has no body.
  var bodyTemplates: [(name: String, value: String)]? {
    if case .prefill = kind { wiring.bodyTemplates } else { nil }
  }

  /// Returns the address of the target with its inputs; nil for a text, which has no address.
  func href(from given: [String: String]) -> String? {
    href(with: wiring.values(from: given).map { ($0.name, percentEncoded($0.value)) })
  }

  /// The address of the target for a row, as a level 1 URI template (RFC 6570) over the row's
  /// members; nil for a text.
  var template: String? { href(with: wiring.templates) }

  private func href(with values: [(name: String, value: String)]) -> String? {
    switch kind {
    case .operation(let id): Self.joined(Address.operation(id), values)
    case .screen(let id): Self.joined("/screens/\(id)", values)
    case .flow(let id): Self.joined("/flows/\(id)", values)
    case .list(let source): Address.rows(of: source).map { Self.joined($0, values) }
    case .result: Self.joined("/submissions/{submission}/result", values)
    case .draft: Self.joined("/drafts/{draft}", values)
    case .prefill, .scan: Address.prefill
    case .text: nil
    }
  }

  /// Returns the path and query of a list's rows with its inputs; nil for another target.
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
