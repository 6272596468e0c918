import Conditions
import JSON

/// The inputs that a person's change of an atom clears or fills (`onChange`).
///
/// The inputs are in the same item as the atom, or outside of items if the atom is. The effect runs
/// once for each change, and the person can change a filled value afterwards.
final class ChangeEffect: Sendable {
  /// The indexes of the atoms that are reset to their initial values.
  let resets: [Int]
  /// The values that the effect fills in.
  let sets: [Filling]

  /// A value, and the inputs that it fills.
  struct Filling {
    let expression: ConditionExpression
    /// The single input that takes the value, or the inputs that take fields of the record.
    let targets: [Target]
  }

  /// An input that an effect fills.
  struct Target {
    /// The index of the atom.
    let place: Int
    /// The names of the fields that lead to the input's value; empty if the input takes the value
    /// itself.
    let path: [String]

    init(_ place: Int, path: [String] = []) { (self.place, self.path) = (place, path) }
  }

  init(resets: [Int], sets: [Filling]) { (self.resets, self.sets) = (resets, sets) }

  var targets: [Int] { resets + sets.flatMap { $0.targets.map(\.place) } }
  var reads: [Int] { sets.flatMap(\.expression.reads.outer) }
}

/// The changes that effects have made to the values of a question.
struct ChangeEffects: Sendable {
  struct Change: Sendable {
    let place: Int
    /// The item indexes, outermost first; empty outside of items.
    let indexes: [Int]
    /// The filled value in the form that a client posts; nil if the input was reset.
    let posted: Value?
  }

  /// The changed inputs in the order of their changes.
  private(set) var changes: [Change] = []
  /// The last change of each input, by the index of the atom and the item indexes.
  private var last: [Int: [[Int]: Change]] = [:]
  /// The evaluation failures. An expression that fails fills nothing.
  var failures: [EvaluationFailure] = []

  /// Records a change. It replaces an earlier change of the same input in `last`.
  mutating func note(_ change: Change) {
    changes.append(change)
    last[change.place, default: [:]][change.indexes] = change
  }

  /// Returns the last change of the atom at `place` in the item with these indexes; nil if no
  /// effect has changed it.
  func change(of place: Int, _ indexes: [Int]) -> Change? { last[place]?[indexes] }
}
