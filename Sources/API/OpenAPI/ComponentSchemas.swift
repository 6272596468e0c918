import Atoms
import JSON
import Texts

/// The schemas of the OpenAPI document by name.
enum ComponentSchemas {
  /// The beginning of a reference to a schema.
  static let prefix = "#/components/schemas/"

  /// Returns all schemas: of the files, of drawn members, of problems, and those that groups of
  /// endpoints derive. Each object and each set of words has a name.
  ///
  /// Throws `SyntaxError` if a file is not JSON. Tests ensure that all files are.
  static func named() throws(SyntaxError) -> Object {
    var schemas = Object()
    for file in Schemas.files {
      for schema in try Value(reading: file.content).object?.members ?? [] { schemas[schema.name] = schema.value }
    }
    for schema in DrawnSchemas.all.members { schemas[schema.name] = schema.value }
    schemas["ProblemName"] = problemName
    EndpointSchema.complete(&schemas, with: Endpoints.schemas)
    return SchemaNames.named(schemas)
  }

  /// Returns the schemas for clients of `endpoints`.
  ///
  /// The words of answers are open, so that a client accepts the words of a later server. Those of
  /// request bodies are closed, because this server rejects other words.
  static func all(of endpoints: [Endpoint]) throws(SyntaxError) -> Object {
    let schemas = try named()
    let posted = names(reachedFrom: endpoints.compactMap(\.document.body), in: schemas)
    return Object(schemas.members.map { ($0.name, posted.contains($0.name) ? $0.value : $0.value.withOpenWords) })
  }

  /// Returns these schemas and all schemas that they refer to, directly or indirectly.
  static func names(reachedFrom roots: [String], in schemas: Object) -> Set<String> {
    var (found, open): (Set<String>, [String]) = ([], roots)
    while let name = open.popLast() {
      guard found.insert(name).inserted, let schema = schemas[name] else { continue }
      open += references(in: schema)
    }
    return found
  }

  private static func references(in value: Value) -> [String] {
    switch value {
    case .object(let object):
      object.members.flatMap { member in
        if member.name == "$ref", let reference = member.value.string {
          [String(reference.dropFirst(prefix.count))]
        } else {
          references(in: member.value)
        }
      }
    case .array(let elements): elements.flatMap(references)
    default: []
    }
  }

  /// The names of problems, with a description of each.
  private static let problemName: Value = [
    "description": "the last part of the `type` of a problem",
    "enum": .array(ProblemType.all.map { .string($0.name) }),
    "x-enum-descriptions": .array(ProblemType.all.map { .string("\($0.title[.en]). \($0.explanation[.en])") }),
  ]
}

/// Names for the objects and words inside of schemas.
///
/// Client generators make a type of each. Without a name in the document they number them.
enum SchemaNames {
  /// Returns the schemas, with each inner object and set of words as a schema of its own.
  ///
  /// The name consists of the name of the schema and of the member: `BadgeTone`. An element of a
  /// list has the singular.
  static func named(_ schemas: Object) -> Object {
    var named = schemas
    for schema in schemas.members { named[schema.name] = Self.named(inside: schema.value, schema.name, &named) }
    return named
  }

  private static func named(inside schema: Value, _ name: String, _ all: inout Object) -> Value {
    guard var object = schema.object else { return schema }
    if let properties = object["properties"]?.object {
      object["properties"] = .object(
        Object(
          properties.members.map { member in
            let inner = name + member.name.prefix(1).uppercased() + member.name.dropFirst()
            return (member.name, moved(member.value, inner, &all))
          }))
    }
    if let items = object["items"] { object["items"] = moved(items, singular(of: name), &all) }
    if let others = object["additionalProperties"], others.object != nil {
      object["additionalProperties"] = moved(others, singular(of: name), &all)
    }
    for part in ["allOf", "anyOf", "oneOf"] {
      guard let schemas = object[part]?.array else { continue }
      object[part] = .array(schemas.map { named(inside: $0, name, &all) })
    }
    return .object(object)
  }

  /// Returns a reference to a schema, which is added to `all`, unless the name has the same words
  /// there. Returns the schema if it needs no name.
  private static func moved(_ schema: Value, _ name: String, _ all: inout Object) -> Value {
    let inner = named(inside: schema, name, &all)
    guard var object = inner.object else { return inner }
    if let known = all[name], known["enum"] == nil || known["enum"] != object["enum"] { return inner }
    let types = object["type"]?.array?.compactMap(\.string) ?? object["type"]?.string.map { [$0] } ?? []
    let isRecord = types.contains("object") && object["properties"] != nil
    let isWords = object["enum"]?.array?.allSatisfy { $0.string != nil } == true
    guard isRecord || isWords else { return inner }
    if isRecord { object["type"] = "object" }
    if all[name] == nil { all[name] = .object(object) }
    let reference: Value = ["$ref": .string("#/components/schemas/\(name)")]
    var use: Object = types.contains("null") ? ["anyOf": [reference, ["type": "null"]]] : reference.object ?? Object()
    if let about = object["description"] { use["description"] = about }
    return .object(use)
  }

  private static func singular(of name: String) -> String {
    if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
    return name.hasSuffix("s") && !name.hasSuffix("ss") ? String(name.dropLast()) : name + "Item"
  }
}

extension Value {
  /// The schema, which also accepts other words than the listed ones.
  var withOpenWords: Value { mappingSchemas(\.withOneOpenList) }

  private var withOneOpenList: Value {
    guard var object, let words = object["enum"]?.array, let word = words.first else { return self }
    guard words.allSatisfy({ $0.string != nil }) || words.allSatisfy({ $0.integer != nil }) else { return self }
    let about = object["description"]
    object["description"] = nil
    let type: Value = word.string != nil ? "string" : "integer"
    var open: Object = ["anyOf": [.object(object), ["type": type]]]
    if let about { open["description"] = about }
    return .object(open)
  }

  /// Returns the schema with `change` applied to it, after it was applied to the schemas in it.
  func mappingSchemas(_ change: (Value) -> Value) -> Value {
    guard var object else { return self }
    if let properties = object["properties"]?.object {
      object["properties"] = .object(
        Object(properties.members.map { ($0.name, $0.value.mappingSchemas(change)) }))
    }
    for name in ["items", "additionalProperties"] {
      if let inner = object[name] { object[name] = inner.mappingSchemas(change) }
    }
    for name in ["allOf", "anyOf", "oneOf"] {
      if let parts = object[name]?.array { object[name] = .array(parts.map { $0.mappingSchemas(change) }) }
    }
    return change(.object(object))
  }
}
