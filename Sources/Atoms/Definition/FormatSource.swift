import Conditions
package import JSON

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
    if let length = length(of: record), length != Int64(count) {
      return Violation("length", params: [("length", .integer(length)), ("got", .integer(Int64(count)))])
    }
    if let pattern = record["pattern"], pattern.string != nil {
      let fits = (try? match?.holds(in: Input(values: [.string(text), pattern]))) ?? false
      if !fits { return Violation("pattern") }
    }
    return nil
  }

  /// Whether the record's mask lets in what its length and pattern want: one that does not is told to no client, so that the
  /// text can still be typed as it is.
  static func hasUsableMask(_ record: Value, of content: TextInputKind.Content) -> Bool {
    maskFault(of: record, of: content) == nil
  }

  /// Why no text that is typed through the record's mask could be right; nil where one could, and where there is no mask.
  static func maskFault(of record: Value, of content: TextInputKind.Content) -> Mask.Fault? {
    guard let mask = record["mask"]?.string else { return nil }
    do throws(Mask.Fault) {
      let least = length(of: record).map { Int(clamping: $0) }
      try Mask(mask).judge((least ?? 1)...(least ?? Int.max), pattern: record["pattern"]?.string) {
        TextRules.allows($0, in: content)
      }
      return nil
    } catch {
      return error
    }
  }

  private static func length(of record: Value) -> Int64? {
    record["length"].flatMap { $0.integer ?? $0.decimal.flatMap { Int64($0.description) } }
  }
}

/// A record that says the form of a text, before anybody types one.
package enum FormatRecord {
  /// Why no text that is typed through the record's mask could be right, as an operator reads it; nil where one could.
  package static func maskFault(of record: Value) -> String? {
    FormatSource.maskFault(of: record, of: .text).map { "\($0)" }
  }
}

extension OperationCompiler {
  /// Compiles what says the form of a text; nil where nothing does, or where there are faults, which are noted.
  mutating func formatSource(of draft: AtomDraft, in scope: Scope) -> FormatSource? {
    guard let kind = draft.kind as? TextInputKind, let node = kind.formatFrom,
      let record = expression(node, in: scope)
    else { return nil }
    let known = FormatSource.Member.allCases
    if case .any = record.type { return FormatSource(record: record, members: known) }
    guard case .record(let fields) = record.type else {
      diagnostics.error(
        "`formatFrom` takes a record with some of \(known.map(\.rawValue).listed), found \(record.type)",
        at: node.location)
      return nil
    }
    let members = known.filter { member in fields.contains { $0.name == member.rawValue } }
    if members.isEmpty {
      diagnostics.error(
        "`formatFrom` takes a record with some of \(known.map(\.rawValue).listed), and this one has "
          + fields.map(\.name).listed, at: node.location)
    }
    for member in members {
      guard let type = fields.first(where: { $0.name == member.rawValue })?.type else { continue }
      if !member.types.contains(type) {
        diagnostics.error(
          "`\(member.rawValue)` of `formatFrom` is \(type), and not \(member.types[0])", at: node.location)
      }
      if let written = kind.written[member.rawValue] {
        diagnostics.error("`\(member.rawValue)` conflicts with `formatFrom`, which gives it", at: written.location)
      }
    }
    return FormatSource(record: record, members: members)
  }
}
