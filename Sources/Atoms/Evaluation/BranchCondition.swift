package import Conditions
package import JSON

/// A condition outside of an operation, such as one that chooses the next step of a flow.
///
/// It reads values that the caller has, facts and verifications. Systems of the bank may be asked for these: what depends
/// on an answer that is not there is unknown, as in an operation.
///
///     let condition = try BranchCondition("$amount > loan.limit", over: [Field("amount", .number)], vocabulary)
///     try condition.holds([.integer(5)], surroundings)
package struct BranchCondition: Sendable {
  /// The reason for which the condition cannot be answered at present.
  package struct Undecided: Error, Equatable {
    /// True if an answer is on its way; false if it cannot be had.
    let isPending: Bool
  }

  private let condition: Condition
  private let count: Int
  /// The facts that it reads, with their slots.
  private let facts: [(name: String, slot: Int, query: (any SystemQuery)?)]

  /// Compiles a condition over values in this order, named `$name`, and over the facts and verifications of the vocabulary.
  package init(_ text: String, over values: [Field], _ vocabulary: Vocabulary) throws(Faults) {
    var scope = Scope(variables: [:])
    scope.functions = vocabulary.verifications.mapValues(\.function)
    for (slot, value) in values.enumerated() {
      scope.variables[value.name] = Binding(slot: .outer(slot), type: value.type)
    }
    let names = vocabulary.facts.keys.sorted()
    for (place, name) in names.enumerated() {
      scope.names[name] = Binding(slot: .outer(values.count + place), type: vocabulary.facts[name] ?? .any)
    }
    condition = try Condition(text, in: scope)
    count = values.count + names.count
    facts = condition.reads.outer.filter { $0 >= values.count }.map { slot in
      let name = names[slot - values.count]
      return (name, slot, vocabulary.factQueries[name])
    }
  }

  /// Returns true if it holds; false if it cannot be evaluated.
  ///
  /// Throws `Undecided` if that depends on an answer that is not there.
  package func holds(_ values: [Value], _ surroundings: any Environment) throws(Undecided) -> Bool {
    var slots = values + Array(repeating: Value.null, count: count - values.count)
    var unknown: [Int: UnknownReason] = [:]
    for fact in facts {
      guard let query = fact.query else {
        slots[fact.slot] = surroundings.fact(fact.name)
        continue
      }
      let answer = surroundings.answer(to: query, [], LookupTerms())
      if case .found(let value) = answer { slots[fact.slot] = value }
      unknown[fact.slot] = answer.unknown
    }
    var input = ConditionInput(values: slots, today: surroundings.today)
    if condition.reads.readsCalendar { input.calendar = surroundings.calendar }
    return try CurrentSurroundings.with(surroundings) { [input] () -> Result<Bool, Undecided> in
      do throws(EvaluationError) {
        return .success(try condition.holds(in: input) { unknown[$0] })
      } catch {
        return error.unknown.map { .failure(Undecided(isPending: $0 == .pending)) } ?? .success(false)
      }
    }.get()
  }
}
