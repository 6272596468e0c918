import HTTPServer
import Model
import Services

/// One endpoint: its address, its access rule, its function and its description.
final class Endpoint: Sendable {
  /// The callers that an endpoint admits.
  enum Access: Sendable {
    /// Every client, without a token.
    case open
    /// Authenticated callers in any role.
    case loggedIn
    /// Authenticated persons.
    case person
    /// Authenticated operators of the bank.
    case `operator`
    /// Authenticated persons and operators: for data that both read.
    case personOrOperator
    /// The bank's core system, authenticated.
    case core
    /// Authenticated persons and unauthenticated clients.
    ///
    /// Without a valid token the caller is unauthenticated. The requested thing then decides: an operation or a screen
    /// may be public.
    case anybody
  }

  /// The HTTP method.
  let method: Method
  /// The path, such as `/operations/{id}`.
  let pattern: String
  /// The callers that it admits.
  let access: Access
  /// Its description in the OpenAPI document.
  let document: EndpointDocument
  /// Returns the reply to a call. It runs again if an answer of a system of the bank had to be fetched first.
  let handle: @Sendable (Call) throws -> Reply

  /// Creates an endpoint for a method and a path.
  init(
    _ method: Method, _ pattern: String, _ access: Access, _ document: EndpointDocument,
    handle: @escaping @Sendable (Call) throws -> Reply
  ) {
    (self.method, self.pattern, self.access, self.document) = (method, pattern, access, document)
    self.handle = handle
  }

  /// Throws `unknown-query` if the query has a name that the document does not list, or one twice, unless it allows any.
  func checkQuery(_ request: Request) throws(Problem) {
    guard !document.freeQuery else { return }
    for (place, pair) in request.query.enumerated() {
      guard document.query.contains(where: { $0.name == pair.name }) else {
        throw Problem(
          .unknownQuery, ru: "`\(pair.name)` здесь не имя параметра", en: "`\(pair.name)` is not a query name here")
      }
      // The names are few: more than there are repeat one.
      guard !request.query[..<place].contains(where: { $0.name == pair.name }) else {
        throw Problem(.unknownQuery, ru: "`\(pair.name)` стоит дважды", en: "`\(pair.name)` is repeated")
      }
    }
  }
}

extension Endpoint.Access {
  /// The roles that an authenticated caller may have; nil for any role.
  var roles: [Person.Role]? {
    switch self {
    case .open, .loggedIn: nil
    case .person, .anybody: [.person]
    case .operator: [.operator]
    case .personOrOperator: [.person, .operator]
    case .core: [.core]
    }
  }

  /// Throws `forbidden` if the caller has none of the roles.
  func require(_ caller: Caller) throws(Problem) {
    // The roles are listed only for those who are refused.
    switch (self, caller.role) {
    case (.open, _), (.loggedIn, _), (.person, .person), (.anybody, .person), (.operator, .operator),
      (.personOrOperator, .person), (.personOrOperator, .operator), (.core, .core):
      return
    default: break
    }
    guard let roles, !roles.contains(caller.role) else { return }
    let names = roles.map { "`\($0.rawValue)`" }
    throw Problem(
      .forbidden, ru: "Нужна роль \(names.joined(separator: " или ")), а у вас `\(caller.role.rawValue)`.",
      en: "This takes the role \(names.joined(separator: " or ")), and yours is `\(caller.role.rawValue)`.")
  }
}

/// The description of an endpoint in the OpenAPI document.
struct EndpointDocument: Sendable {
  /// A response of the endpoint: its status and its body.
  struct Answer: Sendable {
    /// The HTTP status.
    let status: Int
    /// The name of the body's schema; nil if there is no body or it is not JSON.
    let schema: String?
    /// The body's media type; nil if there is no body.
    let type: String?
    /// The meaning of the response, one sentence.
    let about: String
    /// The names of headers that only this response has.
    let headers: [String]

    /// Creates a response with JSON of that schema, with a body of the media type `type`, or without a body.
    init(_ status: Int, _ schema: String?, _ about: String, type: String? = nil, headers: [String] = []) {
      (self.status, self.schema, self.about, self.headers) = (status, schema, about, headers)
      self.type = type ?? schema.map { _ in "application/json" }
    }
  }

  /// The group of endpoints that it is listed in.
  let tag: String
  /// The unique `operationId`.
  let id: String
  /// The purpose of the endpoint, one sentence.
  let summary: String
  /// The name of the request body's schema; nil if it reads no body.
  var body: String?
  /// True if the request may have no body.
  var bodyIsOptional = false
  /// The headers that it reads, each with its meaning and whether it is required.
  var headers: [ParameterDocument] = []
  /// The query parameters that it reads.
  var query: [ParameterDocument] = []
  /// True if it reads other query parameters too: the inputs of an operation, a screen or a flow.
  var freeQuery = false
  /// True if it also serves clients that are older than the server's minimum.
  var anyClient = false
  /// True if a request prolongs the caller's session; false if clients ask by themselves, without the person.
  var isUse = true
  /// True if requests do not count against the rate of their address: monitoring must get through a flood.
  var isUnlimited = false
  /// True if its JSON is in the requested language; false if only machines read it.
  var isInLanguage = true
  /// The responses of success.
  let answers: [Answer]
  /// The problems that it may answer with, in addition to those of every endpoint.
  var problems: [ProblemType] = []
}
