import HTTPServer
import Model
import Services

/// An endpoint: its path, access rule, handler and description.
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
    /// Authenticated persons and operators.
    case personOrOperator
    /// The authenticated core system of the bank.
    case core
    /// Authenticated persons and unauthenticated clients.
    ///
    /// A request without a valid token is unauthenticated. The handler then requires a caller,
    /// unless the operation or screen is public.
    case anybody
  }

  let method: Method
  /// The path, such as `/operations/{id}`.
  let pattern: String
  let access: Access
  let document: EndpointDocument
  /// Returns the reply to a call. Runs again after a missing answer of a system has been fetched.
  let handle: @Sendable (Call) throws -> Reply

  init(
    _ method: Method, _ pattern: String, _ access: Access, _ document: EndpointDocument,
    handle: @escaping @Sendable (Call) throws -> Reply
  ) {
    (self.method, self.pattern, self.access, self.document) = (method, pattern, access, document)
    self.handle = handle
  }

  /// Throws `unknown-query` if the query repeats a parameter or contains one that the document does
  /// not list. Endpoints with `freeQuery` are not checked.
  func checkQuery(_ request: Request) throws(Problem) {
    guard !document.freeQuery else { return }
    for (place, pair) in request.query.enumerated() {
      guard document.query.contains(where: { $0.name == pair.name }) else {
        throw Problem(
          .unknownQuery, ru: "`\(pair.name)` здесь не имя параметра", en: "`\(pair.name)` is not a query parameter here"
        )
      }
      // The loop ends after at most one more pair than there are documented parameters.
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
    // `roles` allocates an array, so it is used only for rejected callers.
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
      en: "This requires the role \(names.joined(separator: " or ")). Your role is `\(caller.role.rawValue)`.")
  }
}

/// The description of an endpoint in the OpenAPI document.
struct EndpointDocument: Sendable {
  struct Answer: Sendable {
    let status: Int
    /// The name of the body's schema; nil if the body is absent or not JSON.
    let schema: String?
    /// The body's media type; nil for an empty body.
    let type: String?
    /// The meaning of the response, one sentence.
    let about: String
    /// The names of headers that are specific to this response.
    let headers: [String]

    /// Creates a response with JSON of a schema, with a body of the media type `type`, or without a
    /// body.
    init(_ status: Int, _ schema: String?, _ about: String, type: String? = nil, headers: [String] = []) {
      (self.status, self.schema, self.about, self.headers) = (status, schema, about, headers)
      self.type = type ?? schema.map { _ in "application/json" }
    }
  }

  /// The group of endpoints in the document.
  let tag: String
  /// The unique `operationId`.
  let id: String
  /// The purpose of the endpoint, one sentence.
  let summary: String
  /// The name of the request body's schema; nil if the request has no body.
  var body: String?
  /// The media type of a body that is a text, in addition to JSON; nil if the body is JSON only.
  var textBody: String?
  /// True if the request may have no body.
  var bodyIsOptional = false
  /// The documented request headers.
  var headers: [ParameterDocument] = []
  /// The query parameters.
  var query: [ParameterDocument] = []
  /// True if it accepts other query parameters, such as inputs of an operation, a screen or a flow.
  var freeQuery = false
  /// True if it also serves clients older than the server's minimum version.
  var anyClient = false
  /// True if a request extends the caller's session; false if clients send it without an action of
  /// the person.
  var isUse = true
  /// True if requests do not count against the rate of their address, so that monitoring works
  /// during a flood.
  var isUnlimited = false
  /// True if its JSON is in the requested language.
  var isInLanguage = true
  /// The notice of its removal; nil if none is planned.
  var deprecation: Deprecation?
  /// The successful responses.
  let answers: [Answer]
  /// The problems that it can return, in addition to the problems of every endpoint.
  var problems: [ProblemType] = []
}
