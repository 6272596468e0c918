import Conditions
import JSON

/// What says the form of a text: `formatFrom: provider.account`, a record with some of `length`, `pattern`, `mask`, `hint`
/// and `keyboard`.
struct FormatSource: Sendable {
  /// What the record may say of a text.
  enum Member: String, CaseIterable, Sendable {
    /// How many characters it has.
    case length
    /// What the whole of it matches.
    case pattern
    /// How it is drawn while it is typed.
    case mask
    /// What stands in the field before.
    case hint
    /// Which keys are offered.
    case keyboard

    /// The types that the record's field may have.
    var types: [ValueType] {
      switch self {
      case .length: [.integer, .number, .any]
      case .pattern, .mask, .keyboard: [.text, .any]
      case .hint: [.text, .any, .record([Field("ru", .text), Field("en", .text)])]
      }
    }
  }

  /// The record.
  let record: Expression
  /// What it may say.
  let members: [Member]

  /// The text against the pattern: the first slot has the one, the second the other.
  private static let match = try? Condition(
    "$text MATCHES $pattern",
    in: Scope(variables: [
      "text": Binding(slot: .outer(0), type: .text), "pattern": Binding(slot: .outer(1), type: .text),
    ]))

  /// The first of `length`, `pattern` that the text breaks; a pattern that is none, or takes too long, is broken by all.
  static func judge(_ text: String, by record: Value) -> Violation? {
    let count = text.unicodeScalars.count
    if let length = record["length"].flatMap({ $0.integer ?? $0.decimal.flatMap { Int64($0.description) } }),
      length != Int64(count)
    {
      return Violation("length", params: [("length", .integer(length)), ("got", .integer(Int64(count)))])
    }
    if let pattern = record["pattern"], pattern.string != nil {
      let fits = (try? match?.holds(in: Input(values: [.string(text), pattern]))) ?? false
      if !fits { return Violation("pattern") }
    }
    return nil
  }
}
