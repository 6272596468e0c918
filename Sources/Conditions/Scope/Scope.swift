public import JSON

/// The names that a condition may use, and their meanings.
///
///     var scope = Scope(
///       variables: ["type": Binding(slot: .outer(0), type: .integer, options: [1, 2, 3])],
///       names: ["bank": Binding(slot: .outer(1), type: .record([Field("name", .text)]))])
///     scope.definitions = ["isTax": try Condition("$type == 1", in: scope)]
///     let condition = try Condition("isTax AND bank.name ==[c] 'БАНК'", in: scope)
public struct Scope: Sendable {
  /// The variables, by name without `$`.
  public var variables: [String: Binding] = [:]
  /// Bare words that begin a key path: lookup results (`bank.name`) and facts (`user.name`).
  public var names: [String: Binding] = [:]
  /// Named conditions, each used as a bare word.
  public var definitions: [String: Condition] = [:]
  /// The functions in addition to the built-in ones, by name.
  public var functions: [String: Function] = [:]
  /// The meaning of every other bare word.
  public var object: ObjectScope = .open
  /// The values of option fields, by field name; only fields whose values are all known.
  public var fieldValues: [String: [Value]] = [:]
  /// The aliases of the part of a definition that contains the condition, innermost first.
  public var aliases: [Aliases] = []
  /// The variables whose values are computed where they are read.
  package var composed: [String: ComposedValue] = [:]
  /// The caller's number for the list whose items use this scope; nil outside of items.
  package var owner: Int?
  /// The collection that records the trees compiled in this scope; nil if trees are never dropped.
  package var trees: CheckedTrees?
  /// True if a variable without a binding is assigned the next free outer slot (see
  /// `Reads.variables`); false if it is a fault.
  public var openVariables = true
  /// True if a type mismatch is a fault; false if it is only detected at evaluation.
  public var checksTypes = false

  /// Creates an open scope, which behaves like NSPredicate.
  ///
  /// - A bare word is a key of SELF.
  /// - Any variable is allowed.
  /// - A type mismatch is only detected at evaluation.
  public init() {}

  /// Creates a closed scope with type checking, in which other names are faults.
  ///
  /// - Parameters:
  ///   - variables: The variables, by name without `$`.
  ///   - names: Bare words that begin a key path.
  ///   - definitions: Named conditions.
  ///   - functions: The functions in addition to the built-in ones.
  ///   - object: The meaning of every other bare word.
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

/// The meaning of a bare word that the scope does not define.
public enum ObjectScope: Sendable, Hashable {
  /// The word is a key of SELF.
  case open
  /// SELF is an option of an atom, and the word is one of these fields.
  ///
  /// A definition or a name of the scope applies only if no field has its name.
  case fields([Field])
  /// SELF is not available, and the word is a fault.
  case none
}

/// The meaning of a name that has a value: the value's slot, type and possible values.
///
///     let binding = Binding(slot: .outer(0), type: .text, options: ["active", "blocked"])
///     let statuses = Scope(variables: ["status": binding])
///     let isOpen = try Condition("$status == 'active'", in: statuses)
public struct Binding: Sendable {
  /// The slot of the value.
  public let slot: Slot
  /// The type of the value.
  public let type: ValueType
  /// The values that the atom offers, or the possible elements of its list; nil if it accepts any
  /// value.
  public let options: [Value]?
  /// True if the value may be computed from a rounded quotient.
  public let isRounded: Bool
  /// The record of the chosen option, whose fields are keys of the variable, if any. For a list
  /// of values, its slot has a list of records.
  public let chosen: Chosen?

  /// Binds a name to the value in that slot.
  public init(
    slot: Slot, type: ValueType, options: [Value]? = nil, isRounded: Bool = false, chosen: Chosen? = nil
  ) {
    self.slot = slot
    self.type = type
    self.options = options
    self.isRounded = isRounded
    self.chosen = chosen
  }

  /// The record of a chosen option.
  public struct Chosen: Sendable, Hashable {
    /// The slot of the record.
    public let slot: Slot
    /// The fields; nil if they are not known, in which case any key is allowed.
    public let fields: [Field]?

    /// Binds the record in that slot.
    public init(slot: Slot, fields: [Field]?) { (self.slot, self.fields) = (slot, fields) }
  }
}

/// A function that the caller adds to the language, such as the verification `isInn`.
///
/// It must be pure: equal arguments give an equal result. A call of a Boolean function can be used
/// as a condition.
///
///     let isLong = Function(name: "isLong", parameters: [.text], result: .boolean) { arguments in
///       .bool((arguments[0].string ?? "").count > 3)
///     }
///     scope.functions = ["isLong": isLong]
///     let condition = try Condition("isLong($name)", in: scope)
public struct Function: Sendable {
  /// The name in a call.
  public let name: String
  /// The types of the parameters; optional parameters are last.
  public let parameters: [ValueType]
  /// The number of trailing parameters that a call may omit.
  public let optionalParameters: Int
  /// The type of the result.
  public let result: ValueType
  /// Computes the result; the number of arguments fits `parameters`.
  ///
  /// Any argument may be nil. If the scope does not check types, an argument may have any type.
  public let evaluate: @Sendable ([Value]) throws(EvaluationError) -> Value

  /// Creates a function.
  public init(
    name: String, parameters: [ValueType], optionalParameters: Int = 0, result: ValueType,
    evaluate: @escaping @Sendable ([Value]) throws(EvaluationError) -> Value
  ) {
    self.name = name
    self.parameters = parameters
    self.optionalParameters = optionalParameters
    self.result = result
    self.evaluate = evaluate
  }
}
