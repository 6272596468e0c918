import Texts
import Model
import Atoms
import HTTPServer
import JSON
import Synchronization

/// The OpenAPI 3.1 document, created from the endpoints of the router.
package enum OpenAPI {
  /// The version of the wire and of the conformance kit.
  ///
  /// The second number grows with each release that adds to the wire. `conformance/schemas` has the
  /// schema of each version.
  package static let version = "1.0"

  /// The document and its tag, rendered at the first request.
  private final class Drawn: Sendable {
    private let drawn = Mutex<(answer: Response, tag: String)?>(nil)
    private let endpoints: [Endpoint]

    init(_ endpoints: [Endpoint]) { self.endpoints = endpoints }

    /// Throws `SyntaxError` if a schema is not JSON. Tests ensure that all schemas are.
    func answer(to request: Request) throws(SyntaxError) -> Response {
      let (answer, tag) = try drawn.withLock { drawn throws(SyntaxError) in
        if let drawn { return drawn }
        let body = try OpenAPI.document(of: endpoints)
        let headers = [("Content-Type", "application/json"), ("Cache-Control", "no-cache")]
        let new = (answer: Response(status: 200, headers: headers, body: body), tag: EntityTag.of(body))
        drawn = new
        return new
      }
      return answer.tagged(for: request, isAlike: true, with: tag)
    }
  }

  /// Returns the endpoint of the document, which describes `endpoints` and itself.
  static func endpoint(describing endpoints: [Endpoint]) -> Endpoint {
    let about = EndpointDocument(
      tag: "Server", id: "getDocument", summary: "This document.", anyClient: true, isInLanguage: false,
      answers: [
        EndpointDocument.Answer(200, nil, "OpenAPI 3.1", type: "application/json"),
        .init(304, nil, "Not modified."),
      ])
    let placeholder = Endpoint(.get, "/openapi.json", .open, about) { _ in .now(Response(status: 204)) }
    let drawn = Drawn(endpoints + [placeholder])
    return Endpoint(.get, "/openapi.json", .open, about) { .now(try drawn.answer(to: $0.request)) }
  }

  /// Returns the document of `endpoints` as JSON.
  static func document(of endpoints: [Endpoint]) throws(SyntaxError) -> [UInt8] {
    let schemas = try ComponentSchemas.all(of: endpoints)
    var paths = Object()
    for endpoint in endpoints {
      var path = paths[endpoint.pattern]?.object ?? Object()
      path[endpoint.method.name.lowercased()] = operation(of: endpoint)
      paths[endpoint.pattern] = .object(path)
    }
    let document: Value = [
      "openapi": "3.1.0",
      "info": [
        "title": "Valence", "version": .string(version),
        "description": "A bank's operations as trees of atoms: draw, evaluate, submit, sign.",
      ],
      "paths": .object(paths),
      "components": [
        "schemas": .object(schemas),
        "headers": headers,
        "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer"]],
      ],
    ]
    var writer = Writer(capacity: 32 * 1024)
    writer.value(document.typed)
    return writer.bytes
  }

  private static func operation(of endpoint: Endpoint) -> Value {
    let document = endpoint.document
    var operation = Object([
      ("tags", Value.array([.string(document.tag)])), ("operationId", .string(document.id)),
      ("summary", .string(document.summary)),
      ("security", security(of: endpoint.access)),
    ])
    if document.deprecation != nil { operation["deprecated"] = true }
    let parameters = parameters(of: endpoint)
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    if let body = document.body {
      operation["requestBody"] = [
        "required": .bool(!document.bodyIsOptional), "content": contents(of: document, body),
      ]
    }
    operation["responses"] = .object(responses(of: endpoint))
    return .object(operation)
  }

  /// Returns the request body's schema by media type.
  private static func contents(of document: EndpointDocument, _ body: String) -> Value {
    guard let type = document.textBody, var contents = content("application/json", body).object else {
      return content("application/json", body)
    }
    contents[type] = ["schema": ["type": "string"]]
    return .object(contents)
  }

  /// Returns the security requirements: a bearer token of a caller in one of the roles (OpenAPI
  /// 3.1, 4.8.30).
  private static func security(of access: Endpoint.Access) -> Value {
    let bearers = access.roles?.map { ["bearer": [.string($0.rawValue)]] as Value } ?? [["bearer": []]]
    return switch access {
    case .open: .array([])
    case .anybody: .array(bearers + [.object(Object())])
    default: .array(bearers)
    }
  }

  private static func parameters(of endpoint: Endpoint) -> [Value] {
    var parameters = endpoint.pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment -> Value in
      [
        "name": .string(String(segment.dropFirst().dropLast())), "in": "path", "required": true,
        "schema": .targetSchema,
      ]
    }
    for (place, documents) in [("header", endpoint.document.headers), ("query", endpoint.document.query)] {
      for parameter in documents {
        parameters.append([
          "name": .string(parameter.name), "in": .string(place), "required": .bool(parameter.required),
          "description": .string(parameter.about),
          // A query parameter is part of the request target, which cannot contain U+0000.
          "schema": place == "query" && parameter.schema == .anyText ? .targetSchema : parameter.schema,
        ])
      }
    }
    if endpoint.document.freeQuery {
      parameters.append([
        "name": "values", "in": "query", "description": "values of inputs by atom id", "style": "form",
        "explode": true,
        "schema": [
          "type": "object", "propertyNames": ["pattern": .targetPattern], "additionalProperties": .targetSchema,
        ],
      ])
    }
    return parameters
  }

  private static func responses(of endpoint: Endpoint) -> Object {
    var responses = Object()
    let document = endpoint.document
    let isTagged = document.answers.contains { $0.status == 304 }
    for answer in document.answers {
      var response = Object([("description", .string(answer.about))])
      let isInLanguage = document.isInLanguage && answer.type == "application/json"
      response["headers"] = headers(
        of: answer.status, isTagged: isTagged, isInLanguage: isInLanguage,
        and: answer.headers + (document.deprecation == nil ? [] : ["Deprecation", "Sunset"]))
      if let type = answer.type {
        let described = answer.schema.map { content(type, $0) } ?? .object(Object([(type, .object(Object()))]))
        // Responses with the same status differ by media type.
        var contents = responses[String(answer.status)]?["content"]?.object ?? Object()
        for content in described.object?.members ?? [] { contents[content.name] = content.value }
        response["content"] = .object(contents)
      }
      responses[String(answer.status)] = .object(response)
    }
    let problems = endpoint.problems
    let problem: Value = ["schema": ["$ref": "#/components/schemas/Problem"]]
    for status in Set(problems.map(\.status)).sorted() {
      let same = problems.filter { $0.status == status }
      let reported = Set(same.map { $0.title[.en] }).sorted().joined(separator: "; ")
      // A successful response can have the same status as a problem. The document then contains
      // both.
      let own = responses[String(status)]
      var contents = own?["content"]?.object ?? Object()
      contents["application/problem+json"] = problem
      responses[String(status)] = [
        "description": .string([own?["description"]?.string, reported].compactMap { $0 }.joined(separator: " Or: ")),
        "headers": headers(of: status, isTagged: false, isInLanguage: own == nil),
        "content": .object(contents),
        "x-problems": .array(Set(same.map(\.name)).sorted().map(Value.string)),
      ]
    }
    return responses
  }

  /// Returns references to the headers of a response with that status, and to `own`.
  private static func headers(of status: Int, isTagged: Bool, isInLanguage: Bool, and own: [String] = []) -> Value {
    var names = ["X-Request-Id"] + own
    if isInLanguage { names.append("Content-Language") }
    switch status {
    case 200 where isTagged, 304: names.append("ETag")
    case 201: names.append("Location")
    case 401, 403: names.append("WWW-Authenticate")
    case 405: names.append("Allow")
    case 415: names += ["Accept", "Accept-Encoding"]
    case 429, 503: names.append("Retry-After")
    default: break
    }
    return .object(Object(names.map { ($0, ["$ref": .string("#/components/headers/\($0)")]) }))
  }

  /// The headers of responses, by name.
  private static let headers: Value = [
    "X-Request-Id": [
      "description": "the id from the request, or a generated id", "required": true, "schema": ["type": "string"],
    ],
    "ETag": [
      "description": "the tag of this response, for If-None-Match", "required": true, "schema": ["type": "string"],
    ],
    "Last-Event-ID": [
      "description": "for a person: the event position of the content; start the event stream there",
      "schema": ["type": "string"],
    ],
    "Location": ["description": "the address of the created resource", "required": true, "schema": ["type": "string"]],
    "WWW-Authenticate": [
      "description": "RFC 6750: `error` is the reason why a token was rejected", "required": true,
      "schema": [
        "type": "string",
        "enum": [
          "Bearer", "Bearer error=\"invalid_token\"", "Bearer error=\"insufficient_scope\"", "StandardWebhooks",
        ],
      ],
    ],
    "Content-Language": [
      "description": "the language of the texts", "required": true,
      "schema": ["type": "string", "enum": ["ru", "en"]],
    ],
    "Deprecation": [
      "description": "RFC 9745: the time of the notice that the endpoint will be removed", "required": true,
      "schema": ["type": "string", "pattern": "^@[0-9]+$"],
    ],
    "Sunset": [
      "description": "RFC 8594: the time from which the endpoint may be missing", "required": true,
      "schema": ["type": "string"],
    ],
    "Allow": ["description": "the allowed methods", "required": true, "schema": ["type": "string"]],
    "Accept": ["description": "the accepted media types", "schema": ["type": "string"]],
    "Accept-Encoding": ["description": "the accepted content codings", "schema": ["type": "string"]],
    "Retry-After": [
      "description": "seconds", "required": true, "schema": ["type": "integer", "minimum": 1],
    ],
  ]

  /// Returns a content with that schema. The schema of a stream is of the data of its events, which
  /// OpenAPI 3.1 cannot describe.
  private static func content(_ type: String, _ schema: String) -> Value {
    let name = type == "text/event-stream" ? "x-item-schema" : "schema"
    let reference: Value = ["$ref": .string("#/components/schemas/\(schema)")]
    return .object(Object([(type, .object(Object([(name, reference)])))]))
  }
}

extension Endpoint {
  /// All problem types that the endpoint can return. Its access rule and its body add further types
  /// to its own.
  var problems: [ProblemType] {
    var problems =
      document.problems + [
        .malformedRequest, .tooMuchWork, .unknownQuery, .targetTooLong, .headersTooLarge, .internalError, .overloaded,
      ]
      + ProblemType.ofStorage
    if access != .open { problems.append(.unauthorized) }
    if access.roles != nil { problems.append(.forbidden) }
    if !document.isUnlimited { problems.append(.tooManyRequests) }
    if !document.anyClient { problems.append(.clientOutdated) }
    if document.body != nil { problems += [.bodyTooLarge, .unsupportedMediaType, .unsupportedContentEncoding] }
    return problems
  }
}

extension Value {
  /// Members of a document whose own members are names, not keywords of JSON Schema.
  private static let named: Set = [
    "properties", "patternProperties", "schemas", "headers", "responses", "content", "paths", "parameters", "mapping",
  ]
  /// Members of a document that contain values, not schemas.
  private static let values: Set = ["const", "enum", "default", "example", "examples", "x-enum-descriptions"]

  /// The document with `type` added to each `const` and `enum`.
  ///
  /// JSON Schema does not need `type`, because the values imply it. Client generators do.
  fileprivate var typed: Value { typed(isSchema: true) }

  private func typed(isSchema: Bool) -> Value {
    switch self {
    case .array(let elements): return .array(elements.map { $0.typed(isSchema: true) })
    case .object(let object):
      var typed = Object()
      if isSchema, object["type"] == nil, object["const"] != nil || object["enum"]?.array != nil {
        let types = (object["enum"]?.array ?? [object["const"] ?? .null]).compactMap(\.schemaType)
        let distinct = types.enumerated().filter { types.firstIndex(of: $1) == $0 }.map { Value.string($1) }
        if let first = distinct.first { typed["type"] = distinct.count == 1 ? first : .array(distinct) }
      }
      for (name, value) in object.members.map({ ($0.name, $0.value) }) {
        let isValue = isSchema && Self.values.contains(name)
        typed[name] = isValue ? value : value.typed(isSchema: !isSchema || !Self.named.contains(name))
      }
      return .object(typed)
    default: return self
    }
  }

  /// The JSON Schema name of the value's type.
  private var schemaType: String? {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .decimal, .float: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
