package import JSON

/// The JSON Schema (2020-12) of the documents that clients receive, and of the bodies that they
/// send.
package enum WireSchema {
  /// The documents other than lists.
  private static let documents = [
    "Tree", "DocumentTree", "PrefilledTree", "States", "Options", "PastedRows", "Progress", "OpenedSession",
    "KeptDraft", "ResumedDraft", "Screen", "Lead", "Back", "Problem", "Event",
  ]

  /// The bodies of requests. Tests compare them with the endpoints.
  static let bodies = [
    "Acknowledgement", "Callback", "Credentials", "DealPatch", "DraftBody", "EnrolmentEntry", "Invitation", "NewDeal",
    "NewTemplate", "OptionQuestion", "PasswordChange", "PastedText", "PrefillSource", "Question", "SettingsPatch",
    "StepValues", "TemplatePatch", "TriedFile", "TriedQuestion", "UserPatch", "Values",
  ]

  private static let about =
    "the documents that clients receive; validate one with the schema of its name in `$defs`, which also has the bodies "
    + "of requests"

  /// The member of a body's schema that distinguishes it from documents.
  private static let direction = "x-direction"

  /// Returns a schema of all documents, each of which is in `$defs`. The bodies of requests are
  /// there too, with `"x-direction": "request"`.
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
    let received = ComponentSchemas.names(reachedFrom: roots, in: schemas)
    let sent = ComponentSchemas.names(reachedFrom: bodies, in: schemas)
    let definitions: [(String, Value)] = schemas.members.compactMap { schema in
      let whole = merged(schema.value, in: schemas)
      if received.contains(schema.name) {
        let own = isStrict ? whole.mappingSchemas(\.closed) : whole.withOpenWords
        return (schema.name, own.referringToDefinitions)
      }
      guard sent.contains(schema.name) else { return nil }
      var own = whole.referringToDefinitions.object ?? Object()
      if bodies.contains(schema.name) { own[direction] = "request" }
      return (schema.name, .object(own))
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Valence wire",
      "description": .string(about),
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

  /// The schema with references into `$defs`, and without members that only Valence defines.
  fileprivate var referringToDefinitions: Value {
    switch self {
    case .array(let elements): .array(elements.map(\.referringToDefinitions))
    case .object(let object):
      .object(
        Object(
          object.members.filter { !$0.name.hasPrefix("x-") }.map { ($0.name, $0.value.referringToDefinitions) }))
    case .string(let text) where text.hasPrefix(ComponentSchemas.prefix):
      .string("#/$defs/" + text.dropFirst(ComponentSchemas.prefix.count))
    default: self
    }
  }
}
