import Conditions
import JSON

/// One brick of an operation, as compiled: immutable, its dependencies checked.
package struct Atom: Sendable {
  /// When a client tells of a change.
  package enum Notify: String, Sendable {
    /// When editing ends.
    case commit
    /// At once.
    case change
  }

  /// A caption that follows an answer or a value.
  struct CaptionSource: Sendable {
    let expression: Expression
    /// What shows after a failed look-up or an empty answer.
    let failed: LocalizedText
  }

  /// A rule over values with what to say when it is broken.
  struct Check: Sendable {
    let condition: Condition
    /// The violation's code: the verification's name, or `check`.
    let code: String
    let message: LocalizedText?
  }

  /// The id, unique in the operation.
  package let id: String
  /// The kind with its settings.
  package let kind: any AtomKind
  /// The kind again, where it carries a value.
  package let input: (any InputKind)?
  /// What the person reads.
  package let caption: LocalizedText?
  /// Whether a value may be left out.
  package let isOptional: Bool
  var showIf: Condition?
  var enableIf: Condition?
  var requireIf: Condition?
  var computed: Expression?
  var preset: Value = .null
  var captionFrom: CaptionSource?
  var filter: Condition?
  var checks: [Check] = []
  /// The slot of the answer to this atom's look-up.
  var lookup: Int?
  /// The facts that anything of this atom reads, as slots.
  var facts: [Int] = []
  /// When a client tells of a change; nil where nothing depends on the atom.
  package var notify: Notify?
}
