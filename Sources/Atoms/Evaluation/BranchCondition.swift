package import Conditions
package import JSON

/// A condition outside of an operation, such as a condition for the next step of a flow.
///
/// It reads values that the caller passes, facts and verifications. Queries to bank systems can be
/// pending or unavailable, as in an operation.
package struct BranchCondition: Sendable {
  /// The error thrown if the result depends on an unknown answer.
  package struct Undecided: Error, Equatable {
    /// True if the answer is pending; false if it is unavailable.
    let isPending: Bool

    init(isPending: Bool) { self.isPending = isPending }

    package init(_ reason: UnknownReason) { isPending = reason == .pending }
  }

  private let condition: Condition
  private let count: Int
  package var text: String { condition.text }
  /// The condition as a formula, to find out whether it can hold.
  package var logic: Logic { condition.logic }
  /// The indexes of the values that the condition reads.
  package let read: [Int]
  /// The facts that the condition reads, with their slots.
  private let facts: [(name: String, slot: Int, query: (any SystemQuery)?)]

  var readsFacts: Bool { !facts.isEmpty }
  /// The queries to bank systems that the condition makes.
  let queries: [any SystemQuery]

  /// Compiles a condition over the values in this order, named `$name`, and over the facts and
  /// verifications of the vocabulary. `options` has the only values that a name can have.
  package init(
    _ text: String, over values: [Field], options: [String: [Value]] = [:], _ vocabulary: Vocabulary
  ) throws(Faults) {
    var scope = Scope(variables: [:])
    scope.functions = vocabulary.verifications.mapValues(\.function)
    for (slot, value) in values.enumerated() {
      scope.variables[value.name] = Binding(slot: .outer(slot), type: value.type, options: options[value.name])
    }
    let names = vocabulary.facts.keys.sorted()
    for (place, name) in names.enumerated() {
      scope.names[name] = Binding(slot: .outer(values.count + place), type: vocabulary.facts[name] ?? .any)
    }
    condition = try Condition(text, in: scope)
    count = values.count + names.count
    read = condition.reads.outer.filter { $0 < values.count }
    facts = condition.reads.outer.filter { $0 >= values.count }.map { slot in
      let name = names[slot - values.count]
      return (name, slot, vocabulary.factQueries[name])
    }
    queries =
      facts.compactMap(\.query)
      + condition.reads.functions.compactMap { vocabulary.verifications[$0]?.query }
  }

  /// Returns the comparisons with an empty text that never or always hold.
  ///
  /// - Parameter isFilled: Returns true if the value at an index is a text that is never empty.
  package func pointlessComparisons(_ isFilled: (Int) -> Bool) -> [Fault] {
    condition.pointlessComparisons { $0 < count && isFilled($0) ? .text(mayBeBlank: false) : nil }
  }

  /// Returns true if the condition holds; false if it does not hold or cannot be evaluated.
  ///
  /// - Throws: `Undecided` if the result depends on an unknown answer.
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
