import Dates
package import JSON

/// A comparison of values with schemas of the OpenAPI document.
///
/// It checks references, alternatives, types, constants, enumerations, date-times, required members
/// and undocumented members.
package struct SchemaChecker {
  /// The whole document, in which references are resolved.
  private let document: Value

  package init(document: Value) { self.document = document }

  /// Returns the differences between a value and a schema, with their paths. The array is empty if
  /// the value is valid. In a path, an element has its `id` if it has one.
  package func faults(of value: Value, _ schema: Value, at place: String = "$") -> [String] {
    if let reference = schema["$ref"]?.string {
      guard let target = target(of: reference) else { return ["\(place): \(reference) is undefined"] }
      return faults(of: value, target, at: place)
    }
    if let discriminator = schema["discriminator"] {
      let name = discriminator["propertyName"]?.string ?? ""
      guard let reference = discriminator["mapping"]?[value[name]?.string ?? ""] else {
        return ["\(place): unknown \(name) \(value[name] ?? .null)"]
      }
      return faults(of: value, ["$ref": reference], at: place)
    }
    if let parts = schema["allOf"]?.array {
      let isExtended = parts.count > 1 || schema["properties"] != nil
      return faults(of: value, isExtended ? merged(parts, into: schema) : parts[0], at: place)
    }
    if let choices = (schema["anyOf"] ?? schema["oneOf"])?.array {
      let all = choices.map { faults(of: value, $0, at: place) }
      if !all.contains([]) { return ["\(place) fits no alternative: \(all.joined().joined(separator: ", "))"] }
    }
    if let types = types(of: schema), !types.contains(where: { matches(value, $0) }) {
      return ["\(place): \(value) is not \(types.joined(separator: " or "))"]
    }
    if let constant = schema["const"], constant != value { return ["\(place): \(value) is not \(constant)"] }
    if let choices = schema["enum"]?.array, !choices.contains(value) {
      return ["\(place): \(value) is not one of \(choices)"]
    }
    if schema["format"] == "date-time", value.string.flatMap({ Instant($0) }) == nil {
      return ["\(place): \(value) is not an instant"]
    }
    switch value {
    case .object(let object): return memberFaults(of: object, schema, at: place)
    case .array(let elements):
      guard let item = schema["items"] else {
        return schema["type"] == nil ? [] : ["\(place): the schema has no `items`"]
      }
      return elements.enumerated().flatMap { index, element in
        faults(of: element, item, at: "\(place)[\(element["id"]?.string ?? "\(index)")]")
      }
    default: return []
    }
  }

  /// Returns a schema with its own members and the members of its parts.
  private func merged(_ parts: [Value], into schema: Value) -> Value {
    var whole = schema.object ?? Object()
    whole["allOf"] = nil
    for part in parts.map({ $0["$ref"]?.string.flatMap(target) ?? $0 }) {
      var properties = whole["properties"]?.object ?? Object()
      for property in part["properties"]?.object?.members ?? [] { properties[property.name] = property.value }
      whole["properties"] = .object(properties)
      whole["required"] = .array((whole["required"]?.array ?? []) + (part["required"]?.array ?? []))
    }
    return .object(whole)
  }

  private func memberFaults(of object: Object, _ schema: Value, at place: String) -> [String] {
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    var faults = required.filter { object[$0] == nil }.map { "\(place): \($0) is missing" }
    for member in object.members {
      let inside = "\(place).\(member.name)"
      if let known = schema["properties"]?[member.name] {
        faults += self.faults(of: member.value, known, at: inside)
      } else if let others = schema["additionalProperties"] {
        faults += self.faults(of: member.value, others, at: inside)
      } else if schema["properties"] != nil {
        faults.append("\(inside) is not documented")
      }
    }
    return faults
  }

  /// Returns the target of a reference such as `#/components/schemas/Tree`.
  package func target(of reference: String) -> Value? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(document) { found, name in found?[String(name)] }
  }

  /// Returns the references in a value, at any depth.
  package static func references(in value: Value) -> [String] {
    switch value {
    case .object(let object):
      object.members.flatMap { member in
        if member.name == "$ref", let reference = member.value.string {
          [reference]
        } else {
          references(in: member.value)
        }
      }
    case .array(let elements): elements.flatMap(references)
    default: []
    }
  }

  private func types(of schema: Value) -> [String]? {
    schema["type"]?.string.map { [$0] } ?? schema["type"]?.array?.compactMap(\.string)
  }

  private func matches(_ value: Value, _ type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("string", .string), ("array", .array),
      ("object", .object), ("number", .integer), ("number", .decimal):
      true
    default: false
    }
  }
}
