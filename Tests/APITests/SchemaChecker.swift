import JSON
import Dates
import Model

/// A comparison of values with schemas of the OpenAPI document.
///
/// It checks references, types, constants, enumerations, date-times, required members and
/// undocumented members.
struct SchemaChecker {
  /// The whole document, in which references are resolved.
  let document: Value

  /// Schemas whose objects may have undocumented members. An atom has the properties of its kind.
  private let openSchemas: Set = ["#/components/schemas/Atom"]

  /// Returns the differences between a value and a schema, with their paths. The array is empty if
  /// the value is valid.
  func faults(of value: Value, _ schema: Value, at place: String = "$", isOpen: Bool = false) -> [String] {
    if let reference = schema["$ref"]?.string {
      guard let target = target(of: reference) else { return ["\(place): \(reference) is undefined"] }
      return faults(of: value, target, at: place, isOpen: openSchemas.contains(reference))
    }
    if let choices = schema["anyOf"]?.array {
      let all = choices.map { faults(of: value, $0, at: place) }
      if !all.contains([]) { return ["\(place) is none of the choices: \(all.joined().joined(separator: ", "))"] }
    }
    if let types = types(of: schema), !types.contains(where: { matches(value, $0) }) {
      return ["\(place): \(value.text) is not \(types.joined(separator: " or "))"]
    }
    if let constant = schema["const"], constant != value { return ["\(place): \(value.text) is not \(constant.text)"] }
    if let choices = schema["enum"]?.array, !choices.contains(value) {
      return ["\(place): \(value.text) is none of \(schema["enum"]?.text ?? "")"]
    }
    if schema["format"] == "date-time", value.string.flatMap({ Instant($0) }) == nil {
      return ["\(place): \(value.text) is not an instant"]
    }
    switch value {
    case .object(let object): return memberFaults(of: object, schema, at: place, isOpen: isOpen)
    case .array(let elements):
      guard let item = schema["items"] else { return ["\(place): the schema has no `items`"] }
      return elements.enumerated().flatMap { faults(of: $1, item, at: "\(place)[\($0)]") }
    default: return []
    }
  }

  private func memberFaults(of object: Object, _ schema: Value, at place: String, isOpen: Bool) -> [String] {
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    var faults = required.filter { object[$0] == nil }.map { "\(place): \($0) is missing" }
    for member in object.members {
      let inside = "\(place).\(member.name)"
      if let known = schema["properties"]?[member.name] {
        faults += self.faults(of: member.value, known, at: inside)
      } else if let others = schema["additionalProperties"] {
        faults += self.faults(of: member.value, others, at: inside)
      } else if schema["properties"] != nil && !isOpen {
        faults.append("\(inside) is not documented")
      }
    }
    return faults
  }

  /// Returns the target of a reference such as `#/components/schemas/Tree`.
  func target(of reference: String) -> Value? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(document) { found, name in found?[String(name)] }
  }

  /// Returns the references in a value, at any depth.
  static func references(in value: Value) -> [String] {
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
