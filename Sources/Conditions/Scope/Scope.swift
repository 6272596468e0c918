/// What the names in a condition mean.
public struct Scope: Sendable {
  /// The variables, by the name after `$`.
  public var variables: [String: Binding] = [:]
  /// Bare words that begin a key path: answers of look-ups (`bank.name`) and facts (`user.name`).
  public var names: [String: Binding] = [:]
  /// Conditions that have a name of their own and stand as a bare word.
  public var definitions: [String: Condition] = [:]
  /// The functions given from outside, by name.
  public var functions: [String: Function] = [:]
  /// What other bare words are.
  public var object: ObjectScope = .open
  /// Whether a variable that has no binding is given the next free outer slot (see `Reads.variables`) instead of being a fault.
  public var openVariables = true
  /// Whether a comparison that cannot hold because of its types is a fault, rather than an error at evaluation.
  public var checksTypes = false

  /// NSPredicate as such: bare words are keys of SELF, any variable may be met, types show only at evaluation.
  public init() {}

  /// A closed scope: these names and no others, and types are checked.
  public init(
    variables: [String: Binding], names: [String: Binding] = [:], definitions: [String: Condition] = [:],
    functions: [String: Function] = [:], object: ObjectScope = .none
  ) {
    self.variables = variables
    self.names = names
    self.definitions = definitions
    self.functions = functions
    self.object = object
    openVariables = false
    checksTypes = true
  }
}

/// What a bare word is that nothing else gives a meaning.
public enum ObjectScope: Sendable, Hashable {
  /// A key of SELF, whatever it is called.
  case open
  /// A field of the option that is SELF; here bare words are nothing else.
  case fields([Field])
  /// A fault: there is no SELF.
  case none
}
