import HTTP
import Model
import Services

/// One endpoint: its address, who may ask, what it does, and what its document says.
final class Endpoint: Sendable {
  /// Who may ask.
  enum Access: Sendable {
    /// Anybody.
    case open
    /// Whoever has logged in, in whichever role.
    case loggedIn
    /// A person who has logged in.
    case person
    /// The bank's own operator, logged in.
    case `operator`
    /// A person or an operator, logged in: what both read.
    case personOrOperator
    /// The bank's core system, logged in.
    case core
    /// Anybody, as nobody where there is no token or none that holds: what it is about says who may ask.
    case anybody
  }

  /// The method.
  let method: Method
  /// The path, such as `/operations/{id}`.
  let pattern: String
  /// Who may ask.
  let access: Access
  /// What the OpenAPI document says of it.
  let document: EndpointDocument
  /// What it does: where an answer of a slow directory had to be fetched first, it is called again.
  let handle: @Sendable (Call) throws -> Reply

  /// An endpoint at that method and path.
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

/// What the OpenAPI document says of one endpoint.
struct EndpointDocument: Sendable {
  /// One answer: its status and its body.
  struct Answer: Sendable {
    /// The status.
    let status: Int
    /// The name of the body's schema; nil where there is no body, or none of JSON.
    let schema: String?
    /// The body's media type; nil where there is no body.
    let type: String?
    /// What it means.
    let about: String

    /// An answer with a body of JSON of that schema, with one of another type, or without.
    init(_ status: Int, _ schema: String?, _ about: String, type: String? = nil) {
      (self.status, self.schema, self.about) = (status, schema, about)
      self.type = type ?? schema.map { _ in "application/json" }
    }
  }

  /// The group it is listed under.
  let tag: String
  /// The operation's id, unique.
  let id: String
  /// What it does, in a sentence.
  let summary: String
  /// The name of the request body's schema.
  var body: String?
  /// Whether the body may be left out.
  var bodyIsOptional = false
  /// Headers that it reads, by name, with whether they are required and what they mean.
  var headers: [ParameterDocument] = []
  /// Query names that it reads.
  var query: [ParameterDocument] = []
  /// Whether any other query name is read too: an operation's inputs.
  var freeQuery = false
  /// Whether clients are served that are older than the server's minimum.
  var anyClient = false
  /// Whether it may be asked as often as anybody likes: what watches the server asks it, also in a flood.
  var isUnlimited = false
  /// Whether its JSON is in the language that was asked for; what machines alone read is not.
  var isInLanguage = true
  /// The answers of success.
  let answers: [Answer]
  /// The problems it may answer with, besides those that every endpoint may.
  var problems: [ProblemType] = []
}

extension Endpoint.Access {
  /// The roles that may ask, where somebody does; nil where any may.
  var roles: [Person.Role]? {
    switch self {
    case .open, .loggedIn: nil
    case .person, .anybody: [.person]
    case .operator: [.operator]
    case .personOrOperator: [.person, .operator]
    case .core: [.core]
    }
  }

  /// Refuses somebody of another role.
  func require(_ caller: Caller) throws(Problem) {
    guard let roles, !roles.contains(caller.role) else { return }
    let names = roles.map { "`\($0.rawValue)`" }
    throw Problem(
      .forbidden, ru: "Нужна роль \(names.joined(separator: " или ")), а у вас `\(caller.role.rawValue)`.",
      en: "This takes the role \(names.joined(separator: " or ")), and yours is `\(caller.role.rawValue)`.")
  }
}
