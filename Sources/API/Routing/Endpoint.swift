import HTTP
import Model
import Services

/// An endpoint: its address, its access, its handler and its description.
final class Endpoint: Sendable {
  /// The access to an endpoint.
  enum Access: Sendable {
    /// Anybody.
    case open
    /// Whoever has logged in, in whichever role.
    case loggedIn
    /// A person who has logged in.
    case person
    /// The bank's own operator, logged in.
    case `operator`
    /// A person or an operator, logged in: for data that both read.
    case personOrOperator
    /// The bank's core system, logged in.
    case core
    /// Any client, without a caller if it has no valid token. The requested thing decides over its access.
    case anybody
  }

  /// The method.
  let method: Method
  /// The path, such as `/operations/{id}`.
  let pattern: String
  /// The access.
  let access: Access
  /// The description in the OpenAPI document.
  let document: EndpointDocument
  /// The handler. It runs again after the answers of slow look-ups were fetched.
  let handle: @Sendable (Call) throws -> Reply

  /// Creates an endpoint at that method and path.
  init(
    _ method: Method, _ pattern: String, _ access: Access, _ document: EndpointDocument,
    handle: @escaping @Sendable (Call) throws -> Reply
  ) {
    (self.method, self.pattern, self.access, self.document) = (method, pattern, access, document)
    self.handle = handle
  }

  /// Refuses query names that its document does not name.
  func checkQuery(_ request: Request) throws(Problem) {
    guard !document.freeQuery else { return }
    for pair in request.query where !document.query.contains(where: { $0.name == pair.name }) {
      throw Problem(
        .unknownQuery, ru: "`\(pair.name)` здесь не имя параметра", en: "`\(pair.name)` is not a query name here")
    }
  }
}

/// The description of an endpoint in the OpenAPI document.
struct EndpointDocument: Sendable {
  /// A response: its status and its body.
  struct Answer: Sendable {
    /// The status.
    let status: Int
    /// The name of the body's schema; nil without a body of JSON.
    let schema: String?
    /// The body's media type; nil without a body.
    let type: String?
    /// The meaning of the response.
    let about: String

    /// Creates an answer with a body of JSON of that schema, with one of another type, or without.
    init(_ status: Int, _ schema: String?, _ about: String, type: String? = nil) {
      (self.status, self.schema, self.about) = (status, schema, about)
      self.type = type ?? schema.map { _ in "application/json" }
    }
  }

  /// The group it is listed under.
  let tag: String
  /// The operation's id, unique.
  let id: String
  /// The effect of a request, in a sentence.
  let summary: String
  /// The name of the request body's schema.
  var body: String?
  /// True if the body may be left out.
  var bodyIsOptional = false
  /// The headers that it reads.
  var headers: [ParameterDocument] = []
  /// Query names that it reads.
  var query: [ParameterDocument] = []
  /// True if it reads other query names too: the inputs of an operation.
  var freeQuery = false
  /// True if it serves clients that are older than the server's minimum.
  var anyClient = false
  /// True if it has no rate limit, so that monitoring works in a flood.
  var isUnlimited = false
  /// True if its JSON depends on the language; false for endpoints of machines.
  var isInLanguage = true
  /// The answers of success.
  let answers: [Answer]
  /// The problems it may answer with, besides those that every endpoint may.
  var problems: [ProblemType] = []
}

extension Endpoint.Access {
  /// The roles of its callers; nil for any.
  var roles: [Person.Role]? {
    switch self {
    case .open, .loggedIn: nil
    case .person, .anybody: [.person]
    case .operator: [.operator]
    case .personOrOperator: [.person, .operator]
    case .core: [.core]
    }
  }

  /// Throws for a caller of another role.
  func require(_ caller: Caller) throws(Problem) {
    guard let roles, !roles.contains(caller.role) else { return }
    let names = roles.map { "`\($0.rawValue)`" }
    throw Problem(
      .forbidden, ru: "Нужна роль \(names.joined(separator: " или ")), а у вас `\(caller.role.rawValue)`.",
      en: "This takes the role \(names.joined(separator: " or ")), and yours is `\(caller.role.rawValue)`.")
  }
}
