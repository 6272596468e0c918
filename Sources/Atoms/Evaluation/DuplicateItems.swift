import Conditions
import JSON

/// The items of a repeat whose `unique` inputs have the same values as an earlier item.
struct DuplicateItems: Sendable {
  /// The indexes of the inputs.
  private let inputs: [Int]
  /// The index of the first item with these values, by the canonical bytes of the values.
  private var seen: [[UInt8]: Int] = [:]
  /// The index of the first item with the same values, by the index of the later item.
  private(set) var firsts: [Int: Int] = [:]

  /// Creates an empty collection; nil if no inputs are compared.
  init?(comparing inputs: [Int]) {
    guard !inputs.isEmpty else { return nil }
    self.inputs = inputs
  }

  /// Adds the item in the slots.
  ///
  /// An item is not compared while one of its inputs has no value, or a value that is unknown or
  /// has the wrong type. Such an unknown value prevents a submission itself.
  mutating func add(_ index: Int, _ values: [Value], _ marks: [SlotFlags]) {
    var compared: [Value] = []
    compared.reserveCapacity(inputs.count)
    for input in inputs {
      guard !values[input].isNull, marks[input].isDisjoint(with: [.unreadable, .pending, .unavailable]) else { return }
      compared.append(values[input])
    }
    let key = Value.array(compared).canonical
    guard StepBudget.take(1 + key.count / 64) else { return }
    if let first = seen[key] { firsts[index] = first } else { seen[key] = index }
  }
}

extension Evaluation {
  /// Returns the violation of `unique` at its first input in the current item: an earlier item has
  /// the same values.
  ///
  /// The message is the text of `messages` of the repeat, if it has one for this rule.
  mutating func duplicate(_ atom: Atom) -> Violation? {
    guard let template = here.template, let index = here.indexes.last,
      let first = workspace.items[template.number].firsts[index]
    else { return nil }
    let earlier = template.prefix(here.indexes.dropLast() + [first]) + atom.id
    let violation = Violation(
      "duplicate", params: [("item", .integer(Int64(first + 1))), ("first", .string(earlier))])
    return worded(violation.at(atom.id), of: operation.atoms[template.place])
  }
}
