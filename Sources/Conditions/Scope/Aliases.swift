public import JSON

/// Alternative names for variables and words of a scope, within one part of a definition.
///
/// For example, a fragment included with the prefix `payer` uses `$name` for the scope's
/// `payerName`.
///
///     var scope = Scope(variables: ["payerName": Binding(slot: .outer(0), type: .text)])
///     scope.aliases = [Aliases(variables: ["name": "payerName"], constants: ["least": 3])]
///     let condition = try Condition("length($name) >= $least", in: scope)
public struct Aliases: Sendable {
  /// The names of scope variables, by alias.
  public var variables: [String: String]
  /// The bare words of the scope, by alias.
  public var names: [String: String]
  /// The values of variables that are known at compile time, by name.
  public var constants: [String: Value]
  /// Names of item variables within the part, which take precedence over the aliases.
  package var hidden: [Set<String>] = []

  /// Creates aliases.
  public init(variables: [String: String] = [:], names: [String: String] = [:], constants: [String: Value] = [:]) {
    (self.variables, self.names, self.constants) = (variables, names, constants)
  }
}

extension Scope {
  /// Returns the binding of a variable by its name or alias; nil if it is unbound.
  package func binding(of variable: String) -> Binding? {
    for part in aliases {
      if part.hidden.contains(where: { $0.contains(variable) }) { return variables[variable] }
      if part.constants[variable] != nil { return nil }
      if let binding = part.variables[variable].flatMap({ variables[$0] }) { return binding }
    }
    return variables[variable]
  }

  /// Returns the literal for a variable with a constant value; nil for any other variable.
  func literal(of variable: String) -> Literal? {
    for part in aliases {
      if part.hidden.contains(where: { $0.contains(variable) }) { return nil }
      if let value = part.constants[variable] { return Literal(value) }
      if part.variables[variable].map({ variables[$0] != nil }) == true { return nil }
    }
    return nil
  }

  /// Returns the scope's bare word for a word or its alias.
  func whole(_ word: String) -> String {
    for part in aliases {
      if let name = part.names[word], definitions[name] != nil || names[name] != nil { return name }
    }
    return word
  }

  /// Returns true if a variable has a binding or a constant value.
  package func knows(variable name: String) -> Bool {
    binding(of: name) != nil || literal(of: name) != nil || composedValue(of: name) != nil
  }

  /// Returns true if a bare word is a definition, or a name, such as a lookup or a row.
  package func knows(word: String) -> Bool { definitions[whole(word)] != nil || names[whole(word)] != nil }

  /// The names and aliases of variables, for suggestions.
  var writtenVariables: [String] {
    Array(variables.keys) + composed.keys + aliases.flatMap { Array($0.variables.keys) + Array($0.constants.keys) }
  }

  /// The words and aliases of definitions and names, for suggestions.
  var writtenWords: [String] {
    Array(definitions.keys) + Array(names.keys) + aliases.flatMap { Array($0.names.keys) }
  }

  /// Returns the problem and the remedy for an unknown `$name`: a similar variable, definition or
  /// other name.
  func unknownVariable(_ name: String) -> (problem: String, remedy: String) {
    if knows(word: name) { return Faults.variable(forWord: name) }
    var remedy = Suggestion.text(for: name, among: writtenVariables, prefix: "$")
    if remedy.isEmpty { remedy = Suggestion.text(for: name, among: writtenWords) }
    if remedy.isEmpty, let whole = Suggestion.part(name, of: writtenVariables) {
      remedy = ", did you mean `$\(whole)`?"
    }
    return ("unknown variable `$\(name)`", remedy)
  }

  /// Returns the type of a variable by its name or alias; nil if it is unknown.
  func type(of variable: String) -> ValueType? {
    literal(of: variable)?.type ?? binding(of: variable)?.type ?? composedValue(of: variable)?.type
  }

  /// Returns the tree with constant variables replaced by literals.
  ///
  /// `readsConstants` is true if the tree has such a variable.
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
