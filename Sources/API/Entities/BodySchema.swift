import JSON
import Model

extension EntityJSON {
  /// Returns the schema of a body with these fields and the properties of `more`. Fields that may
  /// be omitted also accept null.
  func bodySchema(of selection: Selection, with more: Object) -> Object {
    var required = more["required"]?.array ?? []
    let properties = properties(of: selection, isPatch: false) { name, isSpared in
      if required.contains(.string(name)) { return false }
      if !isSpared { required.append(.string(name)) }
      return isSpared
    }
    return more.completed(with: properties, required: required)
  }

  /// Returns the schema of a patch of these fields and the properties of `more`.
  ///
  /// Optional fields accept null. If `nullResets` is true, all fields do, and null restores the
  /// initial value.
  func patchSchema(of selection: Selection, with more: Object, nullResets: Bool = false) -> Object {
    more.completed(with: properties(of: selection, isPatch: true) { $1 || nullResets }, required: [])
  }

  /// Returns the properties of these fields. `isNullTaken` returns true if a member also accepts
  /// null. It receives the name, and true if a body may omit the field.
  private func properties(
    of selection: Selection, isPatch: Bool, _ isNullTaken: (_ name: String, _ isSpared: Bool) -> Bool
  ) -> Object {
    var (place, properties) = (0, Object())
    for type in repeat (each Value).self {
      defer { place += 1 }
      guard selection.isTaken[place] else { continue }
      let part = parts[place]
      let form = part.field.form
      for (name, schema) in zip(part.names, isPatch ? type.patchSchemas(as: form) : type.schemas(as: form)) {
        let isNullTaken = isNullTaken(name, part.field.isSometimes || type.isOptional)
        properties[name] = .object(part.field.limited(isNullTaken ? schema.orNull : schema))
      }
    }
    return properties
  }
}

extension EntityField {
  /// Returns a schema with the limits and the description of the field.
  fileprivate func limited(_ schema: Object) -> Object {
    var schema = schema
    if let about { schema["description"] = .string(about.description) }
    if let range {
      schema["minimum"] = .integer(range.lowerBound)
      schema["maximum"] = .integer(range.upperBound)
    }
    if let length, form == .standard {
      schema["minLength"] = .integer(Int64(length.lowerBound))
      schema["maxLength"] = .integer(Int64(length.upperBound))
    } else if let length {
      schema["description"] = .string("at most \(length.upperBound) characters")
    }
    return schema
  }
}

extension Object {
  /// The schema extended to accept null.
  fileprivate var orNull: Object {
    var schema = self
    guard schema["$ref"] == nil else { return ["anyOf": [.object(schema), ["type": "null"]]] }
    if let type = schema["type"] { schema["type"] = [type, "null"] }
    if let words = schema["enum"]?.array { schema["enum"] = .array(words + [.null]) }
    return schema
  }

  /// Returns this object schema with `properties` before its own properties.
  fileprivate func completed(with properties: Object, required: [Value]) -> Object {
    var (schema, properties) = (self, properties)
    for property in self["properties"]?.object?.members ?? [] { properties[property.name] = property.value }
    schema["type"] = "object"
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["properties"] = .object(properties)
    return schema
  }
}
