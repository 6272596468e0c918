import SourceText
import Conditions
package import JSON

/// The source of a text's format, such as `formatFrom: provider.account`: a record with some of the
/// members below.
struct FormatSource: Sendable {
  enum Member: String, CaseIterable, Sendable {
    /// The exact number of characters.
    case length
    /// The regular expression that the whole text must match.
    case pattern
    /// The mask in which the client displays the entered text.
    case mask
    /// The placeholder of the empty field.
    case hint
    /// The keyboard that the client shows.
    case keyboard

    var types: [ValueType] {
      switch self {
      case .length: [.integer, .number, .any]
      case .pattern, .mask, .keyboard: [.text, .any]
      case .hint: [.text, .any, .record([Field("ru", .text), Field("en", .text)])]
      }
    }
  }

  let record: ConditionExpression
  let members: [Member]

  /// The condition that a text (slot 0) matches a pattern (slot 1).
  private static let match = try? Condition(
    "$text MATCHES $pattern",
    in: Scope(variables: [
      "text": Binding(slot: .outer(0), type: .text), "pattern": Binding(slot: .outer(1), type: .text),
    ]))

  /// Returns the violation of the record's `length` or `pattern`, checked in this order; nil if the
  /// text is valid.
  ///
  /// A pattern that is invalid or too slow rejects every text.
  static func judge(_ text: String, by record: Value) -> Violation? {
    let count = text.unicodeScalars.count
    if let length = length(of: record), length != Int64(count) {
      return Violation("length", params: [("length", .integer(length)), ("got", .integer(Int64(count)))])
    }
    if let pattern = record["pattern"]?.string {
      let values: [Value] = [.string(text), .string(PatternDigits.ascii(pattern))]
      let fits = (try? match?.holds(in: ConditionInput(values: values))) ?? false
      if !fits { return Violation("pattern") }
    }
    return nil
  }

  /// Returns true if text entered through the record's mask can satisfy the record's length and
  /// pattern.
  ///
  /// Clients do not receive a mask that fails this check, so that people can enter the text without
  /// it.
  static func hasUsableMask(_ record: Value, of content: TextInputKind.Content) -> Bool {
    maskFault(of: record, of: content) == nil
  }

  /// Returns the reason why no text entered through the record's mask is valid; nil if one is, or
  /// the record has no mask.
  static func maskFault(of record: Value, of content: TextInputKind.Content) -> Mask.Fault? {
    guard let mask = record["mask"]?.string else { return nil }
    do throws(Mask.Fault) {
      let minimum = length(of: record).map { Int(clamping: $0) }
      try Mask(mask).judge((minimum ?? 1)...(minimum ?? Int.max), pattern: record["pattern"]?.string) {
        TextRules.allows($0, in: content)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Returns true if the record has no pattern, or a pattern that can be evaluated.
  static func hasUsablePattern(_ record: Value) -> Bool {
    guard let pattern = record["pattern"]?.string else { return true }
    let values: [Value] = [.string("0"), .string(PatternDigits.ascii(pattern))]
    return (try? match?.holds(in: ConditionInput(values: values))) != nil
  }

  private static func length(of record: Value) -> Int64? {
    record["length"].flatMap { $0.integer ?? $0.decimal.flatMap { Int64($0.description) } }
  }
}

/// Checks of a record with the format of a text.
package enum FormatRecord {
  /// Returns the reason why no text entered through the record's mask is valid, as a message for an
  /// operator.
  ///
  /// Returns nil if a text is valid or the record has no mask.
  package static func maskFault(of record: Value) -> String? {
    FormatSource.maskFault(of: record, of: .text).map { "\($0)" }
  }

  /// Returns true if the record has no pattern, or a pattern that can be evaluated.
  package static func hasUsablePattern(_ record: Value) -> Bool { FormatSource.hasUsablePattern(record) }
}

extension OperationCompiler {
  /// Returns the record of the chosen option for a text such as `$citizenship`; nil for any other
  /// text.
  private mutating func chosenRecord(_ node: SourceNode, in scope: Scope) -> ConditionExpression? {
    guard let text = node.scalar, text.hasPrefix("$"),
      let chosen = view(scope, in: node.location.file).binding(of: String(text.dropFirst()))?.chosen
    else { return nil }
    let binding = Binding(slot: chosen.slot, type: chosen.fields.map(ValueType.record) ?? .any)
    var records = Scope(variables: [String(text.dropFirst()): binding])
    records.trees = scope.trees
    let record = try? ConditionExpression(text, in: records)
    if let record { review.note(record.reads) }
    return record
  }

  /// Compiles the source of a text's format.
  ///
  /// Returns nil if `formatFrom` is absent or after adding an error. Some faults of the record's
  /// members return a source as well.
  mutating func formatSource(of draft: AtomDraft, in scope: Scope) -> FormatSource? {
    guard let kind = draft.kind as? TextInputKind, let node = kind.formatFrom,
      let record = chosenRecord(node, in: scope) ?? expression(node, in: scope)
    else { return nil }
    let known = FormatSource.Member.allCases
    if case .any = record.type { return FormatSource(record: record, members: known) }
    guard case .record(let fields) = record.type else {
      diagnostics.error(
        .wrongType,
        "`formatFrom` takes a record with some of \(known.map(\.rawValue).listed), found \(record.type.wholeNoun)",
        at: node.location)
      return nil
    }
    let members = known.filter { member in fields.contains { $0.name == member.rawValue } }
    if members.isEmpty {
      diagnostics.error(
        .wrongType,
        "`formatFrom` takes a record with some of \(known.map(\.rawValue).listed), and this one has "
          + fields.map(\.name).listed, at: node.location)
    }
    for member in members {
      guard let type = fields.first(where: { $0.name == member.rawValue })?.type else { continue }
      if !member.types.contains(type) {
        diagnostics.error(
          .wrongType, "`\(member.rawValue)` of `formatFrom` is \(type), and not \(member.types[0])", at: node.location)
      }
      if let written = kind.written[member.rawValue] {
        diagnostics.error(
          .conflict, "`\(member.rawValue)` conflicts with `formatFrom`, which defines it", at: written.location)
      }
    }
    return FormatSource(record: record, members: members)
  }
}
