import Conditions
import JSON

/// Schemas of posted values under which conditions surely hold: where one is met, so is the condition.
struct SufficientSchema {
  /// What is known to be enough for a condition.
  enum Result {
    /// It holds whatever is posted.
    case always
    /// It holds where the posted values are so.
    case given(Value)
    /// Nothing that is posted is known to be enough.
    case unknown
  }

  /// The atoms that stand beside each other in the posted object, by place.
  let atoms: [Int: Atom]
  /// What shows and enables the atom at a place, and no others.
  let needs: (Int) -> [Condition]

  /// Longer conditions are not looked into.
  private static let mostNodes = 200

  /// What is enough for all of the conditions.
  func result(of conditions: [Condition], depth: Int = 0) -> Result {
    Self.all(
      conditions.map { condition in
        let nodes = condition.logic.nodes
        guard nodes.count <= Self.mostNodes, depth < 8 else { return .unknown }
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
      let input = atom.input, atom.computed == nil, let values = claim.representatives
    else { return .unknown }
    let right = values.filter { claim.holds(of: $0) == !negated }
    if right.count == values.count { return .always }
    var posted: [Value] = []
    var mayBeAbsent = false
    if !right.contains(where: \.isNull), right.count == values.count - 1, claim.options == nil {
      // Any value will do: one that is no value of the atom is refused anyway.
      posted = [ValueSchemas.anyText, ["type": ["number", "boolean"]]]
      mayBeAbsent = !atom.preset.isNull
    } else {
      for value in right {
        if value == atom.preset, atom.presetFrom == nil { mayBeAbsent = true }
        // A value that only stands for others says nothing of those.
        guard value.isNull || claim.type == .boolean || (claim.options ?? claim.literals).contains(value) else {
          continue
        }
        posted += Self.schemas(of: value, input)
      }
    }
    guard !posted.isEmpty || mayBeAbsent else { return .unknown }
    let taken: Value = posted.isEmpty ? false : ["anyOf": .array(posted)]
    let isPosted = Value.object(Object([(atom.id, taken)]))
    let schema: Value =
      mayBeAbsent ? ["properties": isPosted] : ["properties": isPosted, "required": [.string(atom.id)]]
    // What is posted counts only where the atom is shown and may be changed.
    return Self.all([.given(schema), result(of: needs(place), depth: depth + 1)])
  }

  /// Schemas of posted values that the atom keeps as that one.
  private static func schemas(of value: Value, _ input: any InputKind) -> [Value] {
    switch value {
    case .null: return ValueSchemas.cleared
    case .bool, .integer: return input.read(value) == value ? [["const": value]] : []
    case .decimal(let number):
      // As a JSON number it may be the nearest of many: only the text says which is meant.
      let text = Value.string(number.description)
      return input.read(text) == value ? [["const": text]] : []
    case .string(let text):
      return input.read(value)?.string == text ? [["const": value]] : []
    default: return []
    }
  }
}
