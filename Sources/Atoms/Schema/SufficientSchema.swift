import Conditions
import JSON

/// Schemas that are sufficient for conditions: if posted values match the schema, the condition
/// holds.
///
/// The reverse does not apply. A condition can hold for values that do not match its schema.
struct SufficientSchema {
  /// The result for a condition.
  enum Result {
    /// The condition holds for all posted values.
    case always
    /// The condition holds for posted values that match this schema.
    case given(Value)
    /// No sufficient schema is known.
    case unknown
  }

  /// The atoms with a member in the posted object, by index.
  let atoms: [Int: Atom]
  /// Returns the complete list of conditions that show and enable the atom at an index.
  let needs: (Int) -> [Condition]

  /// The maximum number of nodes in a condition. The result for a larger condition is `unknown`.
  private static let maxNodes = 200

  /// Returns a schema that is sufficient for all the conditions.
  ///
  /// `depth` is the nesting of conditions through the atoms that they read, of which at most 8
  /// levels are followed.
  func result(of conditions: [Condition], depth: Int = 0) -> Result {
    Self.all(
      conditions.map { condition in
        let nodes = condition.logic.nodes
        guard nodes.count <= Self.maxNodes, depth < 8 else { return .unknown }
        return result(of: nodes.count - 1, in: nodes, negated: false, depth: depth)
      })
  }

  private func result(of place: Int, in nodes: [Logic.Node], negated: Bool, depth: Int) -> Result {
    switch nodes[place] {
    case .constant(let bool): bool != negated ? .always : .unknown
    case .unknown: .unknown
    case .not(let a): result(of: a, in: nodes, negated: !negated, depth: depth)
    case .and(let a, let b), .or(let a, let b):
      {
        let parts = [a, b].map { result(of: $0, in: nodes, negated: negated, depth: depth) }
        let isAnd = if case .and = nodes[place] { true } else { false }
        return isAnd != negated ? Self.all(parts) : Self.any(parts)
      }()
    case .claim(let claim): result(of: claim, negated: negated, depth: depth)
    }
  }

  private static func all(_ parts: [Result]) -> Result {
    var schemas: [Value] = []
    for part in parts {
      switch part {
      case .always: continue
      case .given(let schema): schemas.append(schema)
      case .unknown: return .unknown
      }
    }
    return schemas.isEmpty ? .always : .given(schemas.count == 1 ? schemas[0] : ["allOf": .array(schemas)])
  }

  private static func any(_ parts: [Result]) -> Result {
    var schemas: [Value] = []
    for part in parts {
      switch part {
      case .always: return .always
      case .given(let schema): schemas.append(schema)
      case .unknown: continue
      }
    }
    return schemas.isEmpty ? .unknown : .given(schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)])
  }

  // MARK: - One value

  private func result(of claim: Claim, negated: Bool, depth: Int) -> Result {
    guard claim.term.isWhole, case .outer(let place)? = claim.term.slot, let atom = atoms[place],
      let input = atom.input, atom.computed == nil, atom.circle == nil, let values = claim.representatives
    else { return .unknown }
    let right = values.filter { claim.holds(of: $0) == !negated }
    if right.count == values.count { return .always }
    var posted: [Value] = []
    var isOptional = false
    if !right.contains(where: \.isNull), right.count == values.count - 1, claim.options == nil {
      // Any posted value is sufficient, because the operation rejects values of the wrong type. If
      // the atom has a preset, a missing value is also sufficient: a `defaultFrom` without a result
      // uses the preset.
      posted = [ValueSchemas.anyText, ["type": ["number", "boolean"]]]
      isOptional = !atom.preset.isNull
    } else {
      for value in right {
        if value == atom.preset, atom.presetFrom == nil { isOptional = true }
        // This representative also represents other values, which a schema cannot list.
        guard value.isNull || claim.type == .boolean || (claim.options ?? claim.literals).contains(value) else {
          continue
        }
        posted += Self.schemas(of: value, input)
      }
    }
    guard !posted.isEmpty || isOptional else { return .unknown }
    let taken: Value = posted.isEmpty ? false : ["anyOf": .array(posted)]
    let isPosted = Value.object(Object([(atom.id, taken)]))
    let schema: Value =
      isOptional ? ["properties": isPosted] : ["properties": isPosted, "required": [.string(atom.id)]]
    // A posted value counts only if the atom is shown and enabled.
    return Self.all([.given(schema), result(of: needs(place), depth: depth + 1)])
  }

  /// Returns schemas of posted values that the atom stores as `value`.
  private static func schemas(of value: Value, _ input: any InputKind) -> [Value] {
    switch value {
    case .null: return ValueSchemas.cleared(of: input)
    case .bool, .integer: return input.read(value) == value ? [["const": value]] : []
    case .decimal(let number):
      // Many decimals can have the same nearest double, so a JSON number is ambiguous. Only the
      // text is exact.
      let text = Value.string(number.description)
      return input.read(text) == value ? [["const": text]] : []
    case .string(let text):
      return input.read(value)?.string == text ? [["const": value]] : []
    default: return []
    }
  }
}
