import Conditions
import JSON

/// The effect of a person's change of an atom: inputs beside it that are cleared or filled, once.
///
/// It is no dependency: afterwards the person may change what was filled.
final class ChangeEffect: Sendable {
  /// The places of the atoms that go back to what they are before anybody enters a value.
  let resets: [Int]
  /// The places of the atoms that are filled, each with its value.
  let sets: [(place: Int, expression: ConditionExpression)]

  init(resets: [Int], sets: [(place: Int, expression: ConditionExpression)]) {
    (self.resets, self.sets) = (resets, sets)
  }

  /// The places of all atoms that it changes.
  var targets: [Int] { resets + sets.map(\.place) }
  /// The outer slots that the values read.
  var reads: [Int] { sets.flatMap(\.expression.reads.outer) }
}

/// The changes that effects have made to the values of a question.
struct ChangeEffects: Sendable {
  /// An input that an effect has changed.
  struct Change: Sendable {
    /// The place of the atom.
    let place: Int
    /// The indexes of its item, outermost first; empty outside of items.
    let indexes: [Int]
    /// The value that it was filled with, as a client would post it; nil if it is as if nobody had entered one.
    let posted: Value?
  }

  /// The changed inputs in the order of their changes.
  private(set) var changes: [Change] = []
  /// The last change of each input, by its place and the indexes of its item.
  private var last: [Int: [[Int]: Change]] = [:]
  /// The values that could not be worked out; they have filled nothing.
  var failures: [EvaluationFailure] = []

  /// Notes a change; it stands in place of an earlier one of the same input.
  mutating func note(_ change: Change) {
    changes.append(change)
    last[change.place, default: [:]][change.indexes] = change
  }

  /// Returns the change of the atom at a place in the item with these indexes; nil if no effect has changed it.
  func change(of place: Int, _ indexes: [Int]) -> Change? { last[place]?[indexes] }
}
