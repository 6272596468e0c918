import Conditions
import Dates
import Texts
import SourceText
import JSON

/// A text of a definition in each of its languages, not yet parsed as a template.
struct WrittenText {
  struct Version {
    let language: Language
    let text: String
    let location: Location
  }

  /// The versions, the default language first.
  let versions: [Version]
  /// True if the author declares that the text is the same in all languages.
  var isSame = false

  /// The key for a text that is the same in all languages: `{all: IBAN}`.
  static let all = "all"

  /// Returns true for a Cyrillic letter.
  static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x1D2B, 0x1D78, 0x2DE0...0x2DFF, 0xA640...0xA69F: true
    default: false
    }
  }

  /// Returns true if a text has Cyrillic letters outside of its placeholders.
  static func hasCyrillicWords(_ text: String) -> Bool {
    var depth = 0
    for scalar in text.unicodeScalars {
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth == 0, isCyrillic(scalar) { return true }
    }
    return false
  }

  /// The texts as written.
  var plain: LocalizedText {
    LocalizedText(
      ru: versions.first?.text ?? "", en: versions.first { $0.language == .en }?.text)
  }
}

/// A compiled text of an atom: constant, or with placeholders that depend on values.
struct Wording: Sendable {
  /// The text without values. A variable placeholder is shown as `…`, or as `—` if it has a number
  /// or date format.
  let plain: LocalizedText
  /// The text with its expressions; nil for a constant text.
  let live: LiveText?

  /// Creates a constant text.
  init(_ plain: LocalizedText) { (self.plain, live) = (plain, nil) }

  /// Creates a text with these versions, the first one in the default language.
  init(_ versions: [LiveText.Version]) {
    let plain = versions.map { version in
      version.template.text(version.expressions.map { $0.constant ?? "…" }) { $1.string }
    }
    self.plain = LocalizedText(ru: plain.first ?? "", en: plain.count > 1 ? plain[1] : nil)
    let isFixed = versions.allSatisfy { $0.expressions.allSatisfy { $0.constant != nil } }
    live = isFixed ? nil : LiveText(versions)
  }

  /// The outer slots that the text reads.
  var reads: [Int] { live?.expressions.flatMap(\.reads.outer) ?? [] }
}

/// A text with placeholders, in each language of its definition.
final class LiveText: Sendable {
  /// The text in one language.
  final class Version: Sendable {
    let template: Template
    /// The expression of each argument.
    let expressions: [ConditionExpression]
    /// For each argument, the kind of the atom whose value it is; nil for any other expression.
    let kinds: [(any InputKind)?]

    /// For each argument, true if it is a quotient that does not terminate.
    private let areQuotients: [Bool]
    /// For each argument, true if it has no kind, and is neither a date nor a quotient. `shown`
    /// then returns nil.
    private let isPlain: [Bool]

    /// - Parameter areQuotients: For each argument, true for a quotient that does not terminate.
    init(
      template: Template, expressions: [ConditionExpression], kinds: [(any InputKind)?], areQuotients: [Bool]
    ) {
      (self.template, self.expressions) = (template, expressions)
      (self.kinds, self.areQuotients) = (kinds, areQuotients)
      isPlain = expressions.indices.map { place in
        expressions[place].type != .date && kinds[place] == nil && !areQuotients[place]
      }
    }

    /// Returns an argument's value as shown to people, formatted by its atom's kind, as a date or
    /// as a quotient. Returns nil if none applies.
    func shown(_ argument: Int, _ value: Value) -> String? {
      if isPlain[argument] { return nil }
      if areQuotients[argument], let number = value.decimal {
        return NumberText.text(ofQuotient: number, in: template.language)
      }
      if let shown = kinds[argument]?.shown(value, in: template.language) { return shown }
      guard expressions[argument].type == .date else { return nil }
      return value.string.flatMap { CivilDate($0) }.map { DateText.text(of: $0, in: template.language) }
    }
  }

  private let versions: [Version]

  init(_ versions: [Version]) { self.versions = versions }

  /// The expressions of all languages.
  var expressions: [ConditionExpression] { versions.flatMap(\.expressions) }

  /// Returns the version in `language`, otherwise the first one; nil without any version.
  subscript(language: Language) -> Version? {
    versions.first { $0.template.language == language } ?? versions.first
  }
}
