import JSON

extension Operand {
  /// The operand's value, given those of the operands that it is made of.
  func compute(
    _ input: Input, _ locals: [Value], _ part: (Int) throws(EvaluationError) -> Value
  ) throws(EvaluationError) -> Value {
    switch self {
    case .constant(let value): return value
    case .outer(let slot): return try Operand.slot(slot, of: input.values)
    case .item(let slot): return try Operand.slot(slot, of: input.item)
    case .local(let level): return locals[level]
    case .object: return input.object
    case .objectKey(let name): return try Paths.key(name, of: input.object)
    case .key(let base, let name): return try Paths.key(name, of: part(base))
    case .count(let base): return try Paths.count(part(base))
    case .aggregate(let base, let sign, let path): return try Paths.aggregate(part(base), sign, path[...])
    case .index(let base, let index): return try Paths.element(of: part(base), at: part(index))
    case .position(let base, let position): return try Paths.element(of: part(base), position)
    case .negate(let operand): return try Calculation.negate(part(operand))
    case .arithmetic(let sign, let a, let b, let precision):
      return try Calculation.apply(sign, part(a), part(b), precision)
    case .list(let elements): return .array(try Operand.all(elements, part))
    case .builtin(let builtin, let arguments): return try builtin.call(Operand.all(arguments, part), today: input.today)
    case .function(let function, let arguments): return try Operand.call(function, Operand.all(arguments, part))
    case .subject(let function, .outer(let slot)):
      return try Operand.call(function, [Operand.slot(slot, of: input.values)])
    case .subject(let function, .item(let slot)):
      return try Operand.call(function, [Operand.slot(slot, of: input.item)])
    case .definition(let condition): return .bool(try condition.holds(in: input))
    case .subquery(let collection, let level, let branch):
      return try Operand.subquery(part(collection), level: level, branch, input, locals)
    case .ternary(let condition, let a, let b):
      return try condition.holds(input, locals) ? a.value(input, locals) : b.value(input, locals)
    case .truth(let branch): return .bool(try branch.holds(input, locals))
    case .failure(let error): throw error
    }
  }

  private static func slot(_ slot: Int, of values: [Value]) throws(EvaluationError) -> Value {
    guard slot < values.count else { throw EvaluationError(.missingVariable) }
    return values[slot]
  }

  private static func all(_ places: [Int], _ part: (Int) throws(EvaluationError) -> Value) throws(EvaluationError)
    -> [Value]
  {
    var values: [Value] = []
    values.reserveCapacity(places.count)
    for place in places { values.append(try part(place)) }
    return values
  }

  private static func call(_ function: Function, _ arguments: [Value]) throws(EvaluationError) -> Value {
    let most = function.parameters.count
    guard (most - function.optionalParameters...most).contains(arguments.count) else {
      throw EvaluationError(.arguments(function.name, arguments.count))
    }
    return try function.evaluate(arguments)
  }

  /// The elements for which the branch holds; of nil, none.
  private static func subquery(
    _ collection: Value, level: Int, _ branch: Program, _ input: Input, _ locals: [Value]
  ) throws(EvaluationError) -> Value {
    if collection.isNull { return .array([]) }
    guard case .array(let elements) = collection else {
      throw EvaluationError(.notCollection("SUBQUERY", ValueKind(collection)))
    }
    // Each element takes a condition of its own.
    try Work.charge(elements.count * 4)
    var inner = Array(locals.prefix(level))
    inner.append(.null)
    var matching: [Value] = []
    for element in elements {
      inner[level] = element
      if try branch.holds(input, inner) { matching.append(element) }
    }
    return .array(matching)
  }
}
