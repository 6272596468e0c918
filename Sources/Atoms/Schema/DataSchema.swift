import Conditions
package import Texts
package import JSON

/// The JSON Schema (2020-12) of an operation's posted values.
///
/// The operation rejects every value that the schema rejects. It can also reject others, because a
/// schema cannot express every condition. The schema omits rules under such conditions.
package struct DataSchema {
  private let operation: Operation
  /// For each atom, the `showIf` conditions of the enclosing groups and its own.
  private let shownIf: [[Condition]]

  package init(_ operation: Operation) {
    self.operation = operation
    var shownIf: [[Condition]] = []
    for atom in operation.atoms {
      // A group precedes its atoms, so the conditions of the gate are already known.
      shownIf.append((atom.gate.map { shownIf[$0] } ?? []) + (atom.showIf.map { [$0] } ?? []))
    }
    self.shownIf = shownIf
  }

  /// Returns the schema of `values` in a request, with captions in `language`. `address` is the URL
  /// of the schema.
  package func document(at address: String, in language: Language) -> Value {
    var document = Object([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("$id", .string(address)), ("title", .string(operation.title[language])),
    ])
    let places = operation.atoms.indices.filter { operation.atoms[$0].position.owner == nil }
    for member in object(of: places, in: language).members { document[member.name] = member.value }
    return .object(document)
  }

  /// Returns the schema of an object with a member for each input among these atoms.
  private func object(of places: [Int], in language: Language) -> Object {
    let inputs = places.filter { operation.atoms[$0].input != nil }
    let sufficient = SufficientSchema(
      atoms: Dictionary(uniqueKeysWithValues: inputs.map { ($0, operation.atoms[$0]) }), needs: needs)
    var properties = Object()
    var required: [Value] = []
    var conditional: [Value] = []
    for place in inputs {
      let atom = operation.atoms[place]
      var property = Object()
      if let caption = atom.caption { property["title"] = .string(caption[language]) }
      for rule in rules(of: place, in: language) {
        switch sufficient.result(of: rule.conditions) {
        case .always:
          property["allOf"] = .array((property["allOf"]?.array ?? []) + [rule.schema])
          if rule.isRequired { required.append(.string(atom.id)) }
        case .given(let premise):
          let member = Value.object(Object([(atom.id, rule.schema)]))
          let then: Value =
            rule.isRequired ? ["properties": member, "required": [.string(atom.id)]] : ["properties": member]
          conditional.append(["if": premise, "then": then])
        case .unknown: continue
        }
      }
      properties[atom.id] = property.count == 0 ? true : Self.flattened(property)
    }
    var object = Object([("type", "object"), ("properties", .object(properties))])
    if !required.isEmpty { object["required"] = .array(required) }
    object["additionalProperties"] = false
    if !conditional.isEmpty { object["allOf"] = .array(conditional) }
    return object
  }

  /// Returns the conditions that show and enable an atom. Its posted value counts only if all of
  /// them hold.
  private func needs(_ place: Int) -> [Condition] {
    shownIf[place] + (operation.atoms[place].enableIf.map { [$0] } ?? [])
  }

  // MARK: - One atom

  /// A schema for an atom's value, valid if all conditions hold.
  private struct Rule {
    let conditions: [Condition]
    let schema: Value
    var isRequired = false
  }

  /// Returns the schemas of an atom's value, with their conditions.
  private func rules(of place: Int, in language: Language) -> [Rule] {
    let atom = operation.atoms[place]
    // The server ignores posted values of computed atoms and computed rows. It replaces the values
    // of inputs that follow another one.
    guard let input = atom.input, atom.computed == nil, atom.circle == nil, !atom.hasComputedRows
    else { return [] }
    let value = schema(of: place, input, in: language)
    let cleared: Value = value == true ? true : ["anyOf": .array([value] + ValueSchemas.cleared(of: input))]
    let isOptional = !atom.preset.isNull || atom.presetFrom != nil
    let demanded = Rule(conditions: needs(place), schema: value, isRequired: !isOptional)
    if let requireIf = atom.requireIf {
      return [
        Rule(conditions: needs(place), schema: cleared),
        Rule(conditions: needs(place) + [requireIf], schema: value, isRequired: !isOptional),
      ]
    }
    return atom.isOptional ? [Rule(conditions: needs(place), schema: cleared)] : [demanded]
  }

  private func schema(of place: Int, _ input: any InputKind, in language: Language) -> Value {
    guard let template = operation.atoms[place].template else { return input.schema }
    let own = template.atoms.filter { operation.atoms[$0].position.owner == place }
    var list = Object([("type", "array"), ("items", .object(object(of: own, in: language)))])
    if template.kind.minimum > 0 { list["minItems"] = .integer(Int64(template.kind.minimum)) }
    // A list with a source has no fixed maximum, because the source determines the number of items.
    if template.source == nil { list["maxItems"] = .integer(Int64(template.kind.maximum)) }
    return .object(list)
  }

  /// Replaces an `allOf` with one schema by the members of that schema.
  private static func flattened(_ property: Object) -> Value {
    guard let parts = property["allOf"]?.array, parts.count == 1, let only = parts[0].object else {
      return .object(property)
    }
    var flat = property
    flat["allOf"] = nil
    for member in only.members { flat[member.name] = member.value }
    return .object(flat)
  }
}
