import JSON
import Model

extension Document {
  /// The schema of a body that holds these fields, which `more` completes. What a body may do without may be null.
  func bodySchema(of selection: Selection, with more: Object) -> Object {
    var (required, properties) = (more["required"]?.array ?? [], Object())
    var place = 0
    for type in repeat (each Value).self {
      let part = parts[place]
      let isTaken = selection.isTaken[place]
      place += 1
      guard isTaken else { continue }
      for (name, schema) in zip(part.names, type.schemas(as: part.field.form)) {
        let isSaid = required.contains(.string(name))
        let isRequired = isSaid || !part.field.isSometimes && !type.isOptional
        properties[name] = .object(part.field.limited(isRequired ? schema : schema.orNull))
        if isRequired, !isSaid { required.append(.string(name)) }
      }
    }
    return more.completed(with: properties, required: required)
  }

  /// The schema of a patch of these fields, which `more` completes. Null is taken for what a record can do without, and for
  /// every field where it brings back what there was at first.
  func patchSchema(of selection: Selection, with more: Object, nullResets: Bool = false) -> Object {
    var properties = Object()
    var place = 0
    for type in repeat (each Value).self {
      let part = parts[place]
      let isTaken = selection.isTaken[place]
      place += 1
      guard isTaken else { continue }
      let isNullTaken = nullResets || type.isOptional || part.field.isSometimes
      for (name, schema) in zip(part.names, type.patchSchemas(as: part.field.form)) {
        properties[name] = .object(part.field.limited(isNullTaken ? schema.orNull : schema))
      }
    }
    return more.completed(with: properties, required: [])
  }
}

extension Field {
  /// That schema with what a body may give the field, and what is said of it.
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
  /// The schema of the same, or of null.
  fileprivate var orNull: Object {
    var schema = self
    guard schema["$ref"] == nil else { return ["anyOf": [.object(schema), ["type": "null"]]] }
    if let type = schema["type"] { schema["type"] = [type, "null"] }
    if let words = schema["enum"]?.array { schema["enum"] = .array(words + [.null]) }
    return schema
  }

  /// This schema of an object, with more properties before its own.
  fileprivate func completed(with properties: Object, required: [Value]) -> Object {
    var (schema, properties) = (self, properties)
    for property in self["properties"]?.object?.members ?? [] { properties[property.name] = property.value }
    schema["type"] = "object"
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["properties"] = .object(properties)
    return schema
  }
}
