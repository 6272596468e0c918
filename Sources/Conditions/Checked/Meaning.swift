import JSON

/// What the name in a node of the syntax tree stands for.
enum Meaning: Sendable {
  /// The node has no name that needs a meaning.
  case plain
  /// A value in a slot, with the values it can have where they are known.
  case slot(Slot, options: [Value]?)
  /// A key of SELF.
  case key
  /// A named condition.
  case definition(Condition)
  /// A function of the language.
  case builtin(Builtin)
  /// A function given from outside.
  case function(Function)
  /// A bare function name in a check: the function of the atom's value.
  case subject(Function, Slot)
  /// A key-path operator.
  case pathOperator(PathOperator)
}

/// A syntax tree whose names have meanings and whose values have types.
struct Checked: Sendable {
  /// The most nodes of a condition and of the definitions that it uses, each as often as it is used: so often they are evaluated.
  static let mostParts = 20_000

  /// The tree.
  let tree: Tree
  /// For each node the type of its value; Boolean for a predicate.
  var types: [ValueType] = []
  /// For each node what its name stands for.
  var meanings: [Meaning] = []
  /// For each node the key-path operator whose path it ends or goes on with; nil for any other.
  var aggregates: [Int?] = []
  /// The nodes of such paths that a further key goes on with.
  var continued: Set<Int> = []
  /// The variable of the atom that a check judges; empty outside of one.
  var subject = ""
  /// Whether names have types, so that a number is known from a whole number before there is a value.
  var isTyped = false
  /// What the tree reads.
  var reads = Reads()
  /// The nodes of the definitions that it uses, each as often as it is used.
  var partsOfDefinitions = 0
  /// Its nodes, and those of the definitions that it uses.
  var parts: Int { tree.nodes.count + partsOfDefinitions }
}
