package import JSON

/// The JSON Schema (2020-12) of the documents that clients receive.
package enum WireSchema {
  /// The documents other than lists.
  private static let documents = [
    "Tree", "DocumentTree", "PrefilledTree", "States", "Options", "PastedRows", "Progress", "OpenedSession",
    "KeptDraft", "ResumedDraft", "Screen", "Lead", "Back", "Problem", "Event",
  ]

  /// Returns a schema of all documents, each of which is in `$defs`.
  ///
  /// - Parameter isStrict: True for a schema that rejects members and words that this server does
  ///   not send. Otherwise it also accepts the members of a later server.
  /// - Throws: `SyntaxError` if an embedded schema is not JSON. Tests ensure that all are.
  package static func document(isStrict: Bool) throws(SyntaxError) -> Value {
    let schemas = try ComponentSchemas.named()
    let lists = Endpoints.schemas.compactMap { schema in
      if case .rows(let list) = schema { list.name } else { nil }
    }
    let roots = documents + lists
    let names = ComponentSchemas.names(reachedFrom: roots, in: schemas)
    let definitions = schemas.members.filter { names.contains($0.name) }.map { schema in
      let whole = merged(schema.value, in: schemas)
      let own = isStrict ? whole.mappingSchemas(\.closed) : whole.withOpenWords
      return (schema.name, own.referringToDefinitions)
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Valence wire",
      "description": "the documents that clients receive; validate one with the schema of its name in `$defs`",
      "anyOf": .array(roots.map { ["$ref": .string("#/$defs/\($0)")] }),
      "$defs": .object(Object(definitions)),
    ]
  }

  /// Returns a schema with the members of all its parts. A schema of a part that rejects further
  /// members would reject the members of the others.
  private static func merged(_ schema: Value, in schemas: Object) -> Value {
    guard var object = schema.object, let parts = object["allOf"]?.array, parts.count > 1 else { return schema }
    object["allOf"] = nil
    object["type"] = "object"
    var (properties, required): (Object, [Value]) = (Object(), [])
    for part in parts {
      let name = part["$ref"]?.string?.split(separator: "/").last.map(String.init)
      let whole = name.flatMap { schemas[$0] } ?? part
      for property in whole["properties"]?.object?.members ?? [] { properties[property.name] = property.value }
      required += whole["required"]?.array ?? []
    }
    object["required"] = .array(required)
    object["properties"] = .object(properties)
    return .object(object)
  }
}

extension Value {
  /// The schema without further members, if it lists members and does not allow others.
  fileprivate var closed: Value {
    guard var object, object["properties"] != nil, object["additionalProperties"] == nil else { return self }
    object["additionalProperties"] = false
    return .object(object)
  }

  /// The schema with references into `$defs`, and without members that only OpenAPI defines.
  fileprivate var referringToDefinitions: Value {
    switch self {
    case .array(let elements): return .array(elements.map(\.referringToDefinitions))
    case .object(let object):
      let members = object.members.filter { $0.name != "discriminator" && !$0.name.hasPrefix("x-") }
      return .object(
        Object(
          members.map { member in
            guard member.name == "$ref", let reference = member.value.string else {
              return (member.name, member.value.referringToDefinitions)
            }
            return ("$ref", .string("#/$defs/" + reference.split(separator: "/").suffix(1).joined()))
          }))
    default: return self
    }
  }
}
