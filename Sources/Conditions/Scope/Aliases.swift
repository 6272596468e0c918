public import JSON

/// The names that one part of a definition has for what the scope knows under other names.
///
/// A fragment that is included with the prefix `payer` writes `$name`, and the scope has `payerName`.
///
///     var scope = Scope(variables: ["payerName": Binding(slot: .outer(0), type: .text)])
///     scope.aliases = [Aliases(variables: ["name": "payerName"], constants: ["least": 3])]
///     let condition = try Condition("length($name) >= $least", in: scope)
public struct Aliases: Sendable {
  /// The names of variables in the scope, by the names that the part has for them.
  public var variables: [String: String]
  /// The bare words of the scope, by the names that the part has for them.
  public var names: [String: String]
  /// The values of variables that are known when the condition is compiled.
  public var constants: [String: Value]
  /// The variables of items within the part: inside the items these names mean them, and nothing of the part around.
  package var hidden: [Set<String>] = []

  /// Creates aliases.
  public init(variables: [String: String] = [:], names: [String: String] = [:], constants: [String: Value] = [:]) {
    (self.variables, self.names, self.constants) = (variables, names, constants)
  }
}

extension Scope {
  /// Returns the binding of a variable by the name that is written; nil if it has none.
  package func binding(of variable: String) -> Binding? {
    for part in aliases {
      if part.hidden.contains(where: { $0.contains(variable) }) { return variables[variable] }
      if part.constants[variable] != nil { return nil }
      if let binding = part.variables[variable].flatMap({ variables[$0] }) { return binding }
    }
    return variables[variable]
  }

  /// Returns the literal that stands for a variable whose value is known; nil for any other variable.
  func literal(of variable: String) -> Literal? {
    for part in aliases {
      if part.hidden.contains(where: { $0.contains(variable) }) { return nil }
      if let value = part.constants[variable] { return Literal(value) }
      if part.variables[variable].map({ variables[$0] != nil }) == true { return nil }
    }
    return nil
  }

  /// Returns the scope's own bare word for one that is written.
  func whole(_ word: String) -> String {
    for part in aliases {
      if let name = part.names[word], definitions[name] != nil || names[name] != nil { return name }
    }
    return word
  }

  /// True if a variable has a meaning.
  func knows(variable name: String) -> Bool { binding(of: name) != nil || literal(of: name) != nil }

  /// The variables by the names that may be written, for suggestions.
  var writtenVariables: [String] {
    variables.keys + aliases.flatMap { Array($0.variables.keys) + Array($0.constants.keys) }
  }

  /// The definitions and names by the words that may be written, for suggestions.
  var writtenWords: [String] {
    Array(definitions.keys) + Array(names.keys) + aliases.flatMap { Array($0.names.keys) }
  }

  /// Returns the type of a variable by the name that is written; nil if it has none.
  func type(of variable: String) -> ValueType? { literal(of: variable)?.type ?? binding(of: variable)?.type }

  /// Returns the tree with literals in the place of variables whose values are known, and whether there are any.
  func settled(_ tree: SyntaxTree) -> (tree: SyntaxTree, readsConstants: Bool) {
    var (settled, reads) = (tree, false)
    guard aliases.contains(where: { !$0.constants.isEmpty }) else { return (tree, false) }
    for (place, node) in tree.nodes.enumerated() {
      guard case .variable(let name) = node, let literal = literal(of: name) else { continue }
      settled.nodes[place] = .literal(literal)
      reads = true
    }
    return (settled, reads)
  }
}
