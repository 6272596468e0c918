import Atoms
import HTTP
import JSON

/// The OpenAPI 3.1 document, made from the same table that the router is made from.
enum OpenAPI {
  /// The endpoint that answers the document of these endpoints and itself.
  static func endpoint(describing endpoints: [Endpoint]) throws(SyntaxError) -> Endpoint {
    let about = EndpointDocument(
      tag: "Server", id: "getDocument", summary: "This document.", anyClient: true,
      answers: [EndpointDocument.Answer(200, nil, "OpenAPI 3.1")])
    let placeholder = Endpoint(.get, "/openapi.json", .open, about) { _ in .now(Response(status: 204)) }
    let body = try document(of: endpoints + [placeholder])
    return Endpoint(.get, "/openapi.json", .open, about) { _ in
      .now(Response(status: 200, headers: [("Content-Type", "application/json")], body: body))
    }
  }

  /// The document as JSON.
  static func document(of endpoints: [Endpoint]) throws(SyntaxError) -> [UInt8] {
    var schemas = try Value(reading: Schemas.text).object ?? Object()
    for part in [
      Schemas.money, TemplateSchemas.text, Schemas.providers, Schemas.people, Schemas.deals, Schemas.core,
    ] {
      for schema in try Value(reading: part).object?.members ?? [] { schemas[schema.name] = schema.value }
    }
    var paths = Object()
    for endpoint in endpoints {
      var path = paths[endpoint.pattern]?.object ?? Object()
      path[endpoint.method.name.lowercased()] = operation(of: endpoint)
      paths[endpoint.pattern] = .object(path)
    }
    let document: Value = [
      "openapi": "3.1.0",
      "info": [
        "title": "Valence", "version": "1",
        "description": "A bank's operations as trees of atoms: draw, evaluate, submit, sign.",
      ],
      "paths": .object(paths),
      "components": [
        "schemas": .object(schemas),
        "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer"]],
      ],
    ]
    var writer = Writer(capacity: 32 * 1024)
    writer.value(document)
    return writer.bytes
  }

  private static func operation(of endpoint: Endpoint) -> Value {
    let document = endpoint.document
    var operation = Object([
      ("tags", Value.array([.string(document.tag)])), ("operationId", .string(document.id)),
      ("summary", .string(document.summary)),
      ("security", security(of: endpoint.access)),
    ])
    let parameters = parameters(of: endpoint)
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    if let body = document.body {
      operation["requestBody"] = ["required": true, "content": content("application/json", body)]
    }
    operation["responses"] = .object(responses(of: endpoint))
    return .object(operation)
  }

  private static func security(of access: Endpoint.Access) -> Value {
    switch access {
    case .open: .array([])
    case .loggedIn, .person, .operator, .personOrOperator, .core: [["bearer": []]]
    case .anybody: [["bearer": []], [:]]
    }
  }

  private static func parameters(of endpoint: Endpoint) -> [Value] {
    var parameters = endpoint.pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment -> Value in
      [
        "name": .string(String(segment.dropFirst().dropLast())), "in": "path", "required": true,
        "schema": ["type": "string"],
      ]
    }
    for header in endpoint.document.headers {
      parameters.append([
        "name": .string(header.name), "in": "header", "required": .bool(header.required),
        "description": .string(header.about), "schema": ["type": "string"],
      ])
    }
    for (name, about) in endpoint.document.query {
      parameters.append([
        "name": .string(name), "in": "query", "description": .string(about), "schema": ["type": "string"],
      ])
    }
    if endpoint.document.freeQuery {
      parameters.append([
        "name": "values", "in": "query", "description": "values of inputs, by atom id", "style": "form",
        "explode": true, "schema": ["type": "object", "additionalProperties": ["type": "string"]],
      ])
    }
    return parameters
  }

  private static func responses(of endpoint: Endpoint) -> Object {
    var responses = Object()
    for answer in endpoint.document.answers {
      var response = Object([("description", .string(answer.about))])
      if let schema = answer.schema { response["content"] = content("application/json", schema) }
      responses[String(answer.status)] = .object(response)
    }
    let problems = endpoint.problems
    for status in Set(problems.map(\.status)).sorted() {
      let titles = problems.filter { $0.status == status }.map { $0.title[.en] }
      responses[String(status)] = [
        "description": .string(Set(titles).sorted().joined(separator: "; ")),
        "content": content("application/problem+json", "Problem"),
      ]
    }
    return responses
  }

  private static func content(_ type: String, _ schema: String) -> Value {
    let reference: Value = ["schema": ["$ref": .string("#/components/schemas/\(schema)")]]
    return .object(Object([(type, reference)]))
  }
}

extension Endpoint {
  /// Every problem that the endpoint may answer with: its own, and those that come with who may ask and what is sent.
  var problems: [ProblemType] {
    var problems =
      document.problems + [.malformedRequest, .unknownQuery, .headersTooLarge, .internalError, .overloaded]
    if access != .open { problems.append(.unauthorized) }
    if access.roles != nil { problems.append(.forbidden) }
    if !document.anyClient { problems.append(.clientOutdated) }
    if document.body != nil { problems += [.bodyTooLarge, .unsupportedMediaType] }
    return problems
  }
}
