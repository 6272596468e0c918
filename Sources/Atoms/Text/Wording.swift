import Conditions
import Dates
import Texts
import SourceText
import JSON

/// A text of a definition in each of its languages, not yet parsed as a template.
struct WrittenText {
  /// The text in one language.
  struct Version {
    let language: Language
    let text: String
    let location: Location
  }

  /// The versions, the default language first.
  let versions: [Version]
  /// True if the author says that the text is the same in all languages, which stands in one place.
  var isSame = false

  /// The word in place of a language for a text that is the same in all: `{all: IBAN}`.
  static let all = "all"

  /// Returns true for a letter of Cyrillic, which readers of other languages cannot read.
  static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x1D2B, 0x1D78, 0x2DE0...0x2DFF, 0xA640...0xA69F: true
    default: false
    }
  }

  /// The texts as written.
  var plain: LocalizedText {
    LocalizedText(
      ru: versions.first?.text ?? "", en: versions.first { $0.language == .en }?.text)
  }
}

/// A compiled text of an atom: fixed, or with placeholders that follow values.
struct Wording: Sendable {
  /// The text without values: `…` in the place of a placeholder, `—` where that has a number or date format.
  let plain: LocalizedText
  /// The text with its expressions; nil for a fixed text.
  let live: LiveText?

  /// Creates a fixed text.
  init(_ plain: LocalizedText) { (self.plain, live) = (plain, nil) }

  /// Creates a text of these versions, the first one in the default language.
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
  /// The text in one language: an object, so that an evaluation counts one reference to it.
  final class Version: Sendable {
    let template: Template
    /// The expression of each argument.
    let expressions: [ConditionExpression]
    /// For each argument the kind of the atom whose value it is; nil for any other expression.
    let kinds: [(any InputKind)?]

    /// For each argument true if its value alone decides how it is read.
    private let isPlain: [Bool]

    init(template: Template, expressions: [ConditionExpression], kinds: [(any InputKind)?]) {
      (self.template, self.expressions, self.kinds) = (template, expressions, kinds)
      isPlain = zip(expressions, kinds).map { $0.type != .date && $1 == nil }
    }

    /// Returns an argument's value as people read it, by its atom's kind or as a date.
    ///
    /// Returns nil when neither applies: then the value alone decides.
    func shown(_ argument: Int, _ value: Value) -> String? {
      if isPlain[argument] { return nil }
      if let shown = kinds[argument]?.shown(value, in: template.language) { return shown }
      guard expressions[argument].type == .date else { return nil }
      return value.string.flatMap { CivilDate($0) }.map { DateText.text(of: $0, in: template.language) }
    }
  }

  private let versions: [Version]

  /// Creates a text of these versions, the first one in the default language.
  init(_ versions: [Version]) { self.versions = versions }

  /// The expressions of all languages.
  var expressions: [ConditionExpression] { versions.flatMap(\.expressions) }

  /// Returns the version in `language`, else the first one; nil only when there is no version.
  subscript(language: Language) -> Version? {
    versions.first { $0.template.language == language } ?? versions.first
  }
}
