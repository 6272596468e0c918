import JSON

extension Program {
  /// Returns true if the condition holds; `locals` contains the current elements of the enclosing
  /// SUBQUERYs, outermost first.
  ///
  /// Throws `EvaluationError` with the source range of the part that has no result.
  func holds(_ input: ConditionInput, _ locals: [Value]) throws(EvaluationError) -> Bool {
    var place = entry
    while place >= 0 {
      let test = tests[Int(place)]
      let answer: Bool
      switch test.question {
      case .integer(let slot, let relation, let number):
        answer = try self.integer(Int(slot), relation, number, input, at: Int(place))
      case .text(let slot, let text, let isNegated):
        answer = try self.text(Int(slot), Int(text), input, at: Int(place)) != isNegated
      case .prepared(let comparison, let slot, let ready, let left, let right):
        do throws(EvaluationError) {
          if Int(slot) < input.values.count, case .string(let text) = input.values[Int(slot)] {
            try StepBudget.charge(text)
            answer = try prepared[Int(ready)].holds(comparison.relation, text)
          } else {
            answer = try compare(comparison, Int(left), Int(right), Int(ready), input, locals)
          }
        } catch {
          throw error.at(test.range.offsets)
        }
      case .comparison(let comparison, let left, let right, let ready):
        do throws(EvaluationError) {
          answer = try compare(comparison, Int(left), Int(right), Int(ready), input, locals)
        } catch {
          throw error.at(test.range.offsets)
        }
      case .pieces(let comparison, let left, let right, let text, let expected):
        if let equal = equal(text, expected, input, locals) {
          answer = equal != (comparison.relation == .notEqual)
        } else {
          do throws(EvaluationError) {
            answer = try compare(comparison, Int(left), Int(right), -1, input, locals)
          } catch {
            throw error.at(test.range.offsets)
          }
        }
      case .truth(let operand): answer = try truth(Int(operand), input, locals)
      }
      place = answer ? test.onTrue : test.onFalse
    }
    return place == Branch.holds
  }

  /// Returns the argument values if the program is one call of a scope function; nil otherwise.
  func arguments(_ input: ConditionInput) -> [Value]? {
    guard tests.count == 1, let test = tests.first, case .truth(let operand) = test.question,
      test.onTrue == Branch.holds, test.onFalse == Branch.fails
    else { return nil }
    switch operands[Int(operand)] {
    case .function(_, let arguments): return arguments.map { (try? value($0, input, [])) ?? .null }
    case .subject(_, .outer(let slot)): return [input.values.indices.contains(slot) ? input.values[slot] : .null]
    case .subject(_, .item(let slot)): return [input.item.indices.contains(slot) ? input.item[slot] : .null]
    default: return nil
    }
  }

  /// Returns the value of an expression; throws like `holds`.
  func value(_ input: ConditionInput, _ locals: [Value]) throws(EvaluationError) -> Value {
    try value(result, input, locals)
  }

  private func integer(
    _ slot: Int, _ relation: Relation, _ number: Int64, _ input: ConditionInput, at place: Int
  ) throws(EvaluationError) -> Bool {
    guard slot < input.values.count else {
      throw EvaluationError(.missingVariable, range: tests[place].range.offsets)
    }
    guard case .integer(let value) = input.values[slot] else {
      return try other(input.values[slot], relation, .integer(number), at: place)
    }
    switch relation {
    case .equal: return value == number
    case .notEqual: return value != number
    case .less: return value < number
    case .lessOrEqual: return value <= number
    case .greater: return value > number
    default: return value >= number
    }
  }

  @inline(never)
  private func other(_ value: Value, _ relation: Relation, _ number: Value, at place: Int) throws(EvaluationError)
    -> Bool
  {
    switch relation {
    case .equal: return Equality.holds(value, number)
    case .notEqual: return !Equality.holds(value, number)
    default:
      do throws(EvaluationError) {
        return try Order.holds(relation, value, number)
      } catch {
        throw error.at(tests[place].range.offsets)
      }
    }
  }

  /// Returns true if the slot's value is exactly that text.
  private func text(_ slot: Int, _ text: Int, _ input: ConditionInput, at place: Int) throws(EvaluationError) -> Bool {
    guard slot < input.values.count else {
      throw EvaluationError(.missingVariable, range: tests[place].range.offsets)
    }
    guard case .string(let value) = input.values[slot] else { return false }
    return Equality.texts(value, texts[text], [])
  }

  @inline(never)
  private func truth(_ operand: Int, _ input: ConditionInput, _ locals: [Value]) throws(EvaluationError) -> Bool {
    let value = try value(operand, input, locals)
    if case .bool(let bool) = value { return bool }
    throw EvaluationError(.unsuited("a condition", ValueKind(value)), range: places[operand].range.offsets)
  }

  func value(_ place: Int, _ input: ConditionInput, _ locals: [Value]) throws(EvaluationError) -> Value {
    switch operands[place] {
    case .constant(let value): return value
    case .outer(let slot) where slot < input.values.count: return input.values[slot]
    case .key(let base, let name):
      // Fast path: keys of a record in a slot, the usual content of captions.
      guard case .outer(let slot) = operands[base], slot < input.values.count else { break }
      do throws(EvaluationError) {
        return try Paths.key(name, of: input.values[slot])
      } catch {
        throw error.at(places[place].range.offsets)
      }
    case .objectKey(let name):
      // Fast path: keys of SELF, which a filter reads for each option.
      do throws(EvaluationError) {
        return try Paths.key(name, of: input.object)
      } catch {
        throw error.at(places[place].range.offsets)
      }
    case .builtin(let builtin, let arguments) where places[place].depth <= Program.maximumRecursion:
      return try call(builtin, arguments, place, input, locals)
    default: break
    }
    guard places[place].depth <= Program.maximumRecursion else { return try valueInOrder(place, input, locals) }
    do throws(EvaluationError) {
      return try operands[place].compute(input, locals) { child throws(EvaluationError) in
        try value(child, input, locals)
      }
    } catch {
      throw error.at(places[place].range.offsets)
    }
  }

  /// Returns the result of a built-in function; a separate function to avoid a copy of the input.
  @inline(never)
  private func call(
    _ builtin: Builtin, _ arguments: [Int], _ place: Int, _ input: borrowing ConditionInput, _ locals: [Value]
  ) throws(EvaluationError) -> Value {
    do throws(EvaluationError) {
      var values = Arguments()
      for argument in arguments { values.append(try value(argument, input, locals)) }
      return try builtin.call(values, input)
    } catch {
      throw error.at(places[place].range.offsets)
    }
  }

  /// Returns the value of a deeply nested operand: evaluates its subtree in order, without
  /// recursion.
  private func valueInOrder(_ root: Int, _ input: ConditionInput, _ locals: [Value]) throws(EvaluationError) -> Value {
    let start = Int(places[root].start)
    var values: [Value] = []
    values.reserveCapacity(root - start + 1)
    for place in start...root {
      do throws(EvaluationError) {
        values.append(try operands[place].compute(input, locals) { child in values[child - start] })
      } catch {
        throw error.at(places[place].range.offsets)
      }
    }
    return values[root - start]
  }
}

extension Operand {
  /// Computes the operand's value; `part` returns the values of its parts.
  @inline(never)
  func compute(
    _ input: borrowing ConditionInput, _ locals: [Value], _ part: (Int) throws(EvaluationError) -> Value
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
    case .dictionary(let names, let values):
      return Operand.dictionary(names, try Operand.all(values, part))
    case .member(let dictionary, let key): return Paths.member(of: try part(dictionary), at: try part(key))
    case .builtin(let builtin, let arguments):
      var values = Arguments()
      for argument in arguments { values.append(try part(argument)) }
      return try builtin.call(values, input)
    case .function(let function, let arguments): return try Operand.call(function, Operand.all(arguments, part))
    case .subject(let function, .outer(let slot)):
      return try Operand.call(function, [Operand.slot(slot, of: input.values)])
    case .subject(let function, .item(let slot)):
      return try Operand.call(function, [Operand.slot(slot, of: input.item)])
    case .definition(let condition): return .bool(try condition.holds(in: input))
    case .composed(let value): return try value.value(in: input)
    case .subquery(let collection, let level, let branch):
      return try Operand.subquery(part(collection), level: level, branch, input, locals)
    case .ternary(let condition, let a, let b):
      return try condition.holds(input, locals) ? a.value(input, locals) : b.value(input, locals)
    case .truth(let branch): return .bool(try branch.holds(input, locals))
    case .failure(let error): throw error
    }
  }

  /// Returns the dictionary of these members; a separate function to keep `compute` small.
  @inline(never)
  private static func dictionary(_ names: [String], _ values: [Value]) -> Value {
    .object(Object(unique: zip(names, values).map { Object.Member(name: $0, value: $1) }))
  }

  private static func slot(_ slot: Int, of values: [Value]) throws(EvaluationError) -> Value {
    guard slot < values.count else { throw EvaluationError(.missingVariable) }
    return values[slot]
  }

  // Inlined, because a call would need `part` as a closure with a copy of the input.
  @inline(__always)
  private static func all(_ places: [Int], _ part: (Int) throws(EvaluationError) -> Value) throws(EvaluationError)
    -> [Value]
  {
    var values: [Value] = []
    values.reserveCapacity(places.count)
    for place in places { values.append(try part(place)) }
    return values
  }

  /// Calls a scope function; throws `EvaluationError` for a wrong number of arguments.
  private static func call(_ function: Function, _ arguments: [Value]) throws(EvaluationError) -> Value {
    let maximum = function.parameters.count
    guard (maximum - function.optionalParameters...maximum).contains(arguments.count) else {
      throw EvaluationError(.arguments(function.name, arguments.count))
    }
    return try function.evaluate(arguments)
  }

  /// Returns the elements that SUBQUERY iterates over; empty for nil. Throws like `subquery`.
  static func elements(of collection: Value) throws(EvaluationError) -> [Value] {
    if collection.isNull { return [] }
    guard case .array(let elements) = collection else {
      throw EvaluationError(.notCollection("SUBQUERY", ValueKind(collection)))
    }
    // Each element costs one evaluation of the condition.
    try StepBudget.charge(elements.count * 4)
    return elements
  }

  /// Returns the elements for which the branch holds; empty for nil.
  ///
  /// Throws `EvaluationError` if
  /// - the collection is neither a list nor nil,
  /// - the branch has no result for an element,
  /// - the request's step budget is spent.
  private static func subquery(
    _ collection: Value, level: Int, _ branch: Program, _ input: ConditionInput, _ locals: [Value]
  ) throws(EvaluationError) -> Value {
    let elements = try elements(of: collection)
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
