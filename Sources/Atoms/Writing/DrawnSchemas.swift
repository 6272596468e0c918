package import JSON

/// JSON Schemas (2020-12) of the table of drawn members, by name.
///
/// References point into `components/schemas` of an OpenAPI document.
package enum DrawnSchemas {
  /// The schemas of atoms, of states, and of the objects and words in them.
  package static let all: Object = {
    var schemas = Object()
    schemas["Atom"] = atom
    for kind in AtomRegistry.kinds { schemas[name(of: kind.name)] = schema(of: kind.name) }
    schemas["AtomState"] = state
    for record in DrawnRecord.all { schemas[record.name] = schema(of: record) }
    for words in DrawnWords.all {
      schemas[words.name] = ["description": .string(words.about), "enum": .array(words.words.map(Value.string))]
    }
    return schemas
  }()

  /// Returns the name of a kind's schema: `TextInputAtom` for `textInput`.
  package static func name(of kind: String) -> String { kind.prefix(1).uppercased() + kind.dropFirst() + "Atom" }

  private static func reference(_ name: String) -> Value { ["$ref": .string("#/components/schemas/\(name)")] }

  /// One of the kinds, by the discriminator `kind`.
  private static let atom: Value = {
    let names = AtomRegistry.kinds.map { $0.name }
    let mapping = Object(names.map { ($0, Value.string("#/components/schemas/\(name(of: $0))")) })
    return [
      "description": "an atom; draw nothing for an unknown `kind`",
      "oneOf": .array(names.map { reference(name(of: $0)) }),
      "discriminator": ["propertyName": .string(DrawnMembers.kindName), "mapping": .object(mapping)],
    ]
  }()

  private static func schema(of kind: String) -> Value {
    let members = DrawnMembers.of(KindSet(kind: kind))
    var properties = Object()
    for member in members { properties[member.name] = property(member.type, member.about) }
    properties[DrawnMembers.kindName] = ["const": .string(kind)]
    let required = members.filter(\.isRequired).map { Value.string($0.name) }
    return ["type": "object", "required": .array(required), "properties": .object(properties)]
  }

  /// The members of all kinds that a state can have.
  private static let state: Value = {
    let states = DrawnMembers.all.filter { $0.place == .state }
    var properties = Object()
    for member in states where properties[member.name] == nil {
      let alike = states.filter { $0.name == member.name }
      var types: [Value] = []
      for type in alike.map({ schema(of: $0.type) }) where !types.contains(type) { types.append(type) }
      var property = types.count == 1 ? types[0].object ?? Object() : ["anyOf": .array(types)]
      property["description"] = .string(alike.count == 1 ? member.about : alike.map(about).joined(separator: "; "))
      properties[member.name] = .object(property)
    }
    return [
      "type": "object", "description": "the members of an atom that may have changed", "required": ["shown"],
      "properties": .object(properties),
    ]
  }()

  /// Returns the meaning of a member whose name has several meanings, with its kinds.
  private static func about(_ member: DrawnMember) -> String {
    let kinds = AtomRegistry.kinds.filter { !member.kinds.isDisjoint(with: KindSet(kind: $0.name)) }
    let isCommon = member.kinds.isSuperset(of: .inputs)
    return "\(isCommon ? "of inputs" : "of " + kinds.map { $0.name }.joined(separator: ", ")): \(member.about)"
  }

  private static func schema(of record: DrawnRecord) -> Value {
    let required = record.members.filter(\.isRequired).map { Value.string($0.name) }
    var schema: Object = ["type": "object", "description": .string(record.about)]
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["properties"] = .object(Object(record.members.map { ($0.name, property($0.type, $0.about)) }))
    if record.isOpen { schema["additionalProperties"] = true }
    return .object(schema)
  }

  private static func property(_ type: DrawnType, _ about: String?) -> Value {
    var property = schema(of: type).object ?? Object()
    if let about { property["description"] = .string(about) }
    return .object(property)
  }

  /// Returns the schema of a member's type.
  static func schema(of type: DrawnType) -> Value {
    switch type {
    case .text: ["type": "string"]
    case .integer: ["type": "integer"]
    case .boolean: ["type": "boolean"]
    case .object: ["type": "object"]
    case .any: .object(Object())
    case .yes: ["const": true]
    case .word(let words): reference(words.name)
    case .record(let name): reference(name)
    case .list(let type): ["type": "array", "items": schema(of: type)]
    case .either(let types): ["anyOf": .array(types.map(schema))]
    case .nullable(let type): nullable(schema(of: type))
    }
  }

  private static func nullable(_ schema: Value) -> Value {
    guard var simple = schema.object, let type = simple["type"] else { return ["anyOf": [schema, ["type": "null"]]] }
    simple["type"] = [type, "null"]
    return .object(simple)
  }
}
