import JSON
import Model

extension EntityJSON {
  /// Returns the schema of the selected members and of `more`, which an endpoint writes in addition
  /// to the record's fields.
  func schema(with more: Object, of selection: Selection? = nil) -> Object {
    var (required, properties) = (more["required"]?.array ?? [], Object())
    var place = 0
    for type in repeat (each Value).self {
      let part = parts[place]
      let isTaken = (selection ?? whole).isTaken[place]
      place += 1
      guard isTaken else { continue }
      for (name, var schema) in zip(part.names, type.schemas(as: part.field.form)) where properties[name] == nil {
        if part.field.isNullWritten, let type = schema["type"] { schema["type"] = [type, "null"] }
        if name == part.names[0], let about = part.field.about {
          schema["description"] = .string(about.description)
        }
        properties[name] = .object(schema)
        guard !part.field.isSometimes, part.field.isNullWritten || !type.isOptional else { continue }
        required.append(.string(name))
      }
    }
    for property in more["properties"]?.object?.members ?? [] { properties[property.name] = property.value }
    var schema = more
    schema["required"] = .array(required)
    schema["properties"] = .object(properties)
    return schema
  }
}
