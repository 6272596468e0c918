import JSON

extension Program {
  /// Whether the condition holds.
  func holds(_ input: Input, _ locals: [Value]) throws(EvaluationError) -> Bool {
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
            try Work.charge(text)
            answer = try prepared[Int(ready)].holds(comparison.relation, text)
          } else {
            answer = try compare(comparison, Int(left), Int(right), Int(ready), input, locals)
          }
        } catch {
          throw error.at(testRanges[Int(place)])
        }
      case .comparison(let comparison, let left, let right, let ready):
        do throws(EvaluationError) {
          answer = try compare(comparison, Int(left), Int(right), Int(ready), input, locals)
        } catch {
          throw error.at(testRanges[Int(place)])
        }
      case .truth(let operand): answer = try truth(Int(operand), input, locals)
      }
      place = answer ? test.onTrue : test.onFalse
    }
    return place == Test.holds
  }

  /// The value of an expression.
  func value(_ input: Input, _ locals: [Value]) throws(EvaluationError) -> Value { try value(result, input, locals) }

  private func integer(
    _ slot: Int, _ relation: Relation, _ number: Int64, _ input: Input, at place: Int
  ) throws(EvaluationError) -> Bool {
    guard slot < input.values.count else {
      throw EvaluationError(.missingVariable, range: testRanges[place])
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

  /// The comparison with a whole number of a value that is none.
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
        throw error.at(testRanges[place])
      }
    }
  }

  private func text(_ slot: Int, _ text: Int, _ input: Input, at place: Int) throws(EvaluationError) -> Bool {
    guard slot < input.values.count else {
      throw EvaluationError(.missingVariable, range: testRanges[place])
    }
    guard case .string(let value) = input.values[slot] else { return false }
    return Equality.texts(value, texts[text], [])
  }

  @inline(never)
  private func truth(_ operand: Int, _ input: Input, _ locals: [Value]) throws(EvaluationError) -> Bool {
    let value = try value(operand, input, locals)
    if case .bool(let bool) = value { return bool }
    throw EvaluationError(.unsuited("a condition", ValueKind(value)), range: ranges[operand])
  }

  /// The value of the operand at that place.
  func value(_ place: Int, _ input: Input, _ locals: [Value]) throws(EvaluationError) -> Value {
    switch operands[place] {
    case .constant(let value): return value
    case .outer(let slot) where slot < input.values.count: return input.values[slot]
    case .key(let base, let name):
      // A key of a slot's record, which most captions are made of, needs nothing else of the input.
      guard case .outer(let slot) = operands[base], slot < input.values.count else { break }
      do throws(EvaluationError) {
        return try Paths.key(name, of: input.values[slot])
      } catch {
        throw error.at(ranges[place])
      }
    default: break
    }
    guard depths[place] <= Program.maximumRecursion else { return try valueInOrder(place, input, locals) }
    do throws(EvaluationError) {
      return try operands[place].compute(input, locals) { child throws(EvaluationError) in
        try value(child, input, locals)
      }
    } catch {
      throw error.at(ranges[place])
    }
  }

  /// The value of a deeply nested operand: all that it is made of is computed from the first part on.
  private func valueInOrder(_ root: Int, _ input: Input, _ locals: [Value]) throws(EvaluationError) -> Value {
    let start = Int(starts[root])
    var values: [Value] = []
    values.reserveCapacity(root - start + 1)
    for place in start...root {
      do throws(EvaluationError) {
        values.append(try operands[place].compute(input, locals) { child in values[child - start] })
      } catch {
        throw error.at(ranges[place])
      }
    }
    return values[root - start]
  }
}
