import Conditions
import JSON

/// What an atom says: always the same, or following values.
struct Wording: Sendable {
  /// The text; with `…` for every value where it follows any.
  let plain: LocalizedText
  /// The text that follows values; nil where it is always the same.
  let live: LiveText?

  /// A text that is always the same.
  init(_ plain: LocalizedText) { (self.plain, live) = (plain, nil) }

  /// A text of these versions, the first one in the default language.
  init(_ versions: [LiveText.Version]) {
    let plain = versions.map { version in
      version.template.text(version.template.arguments.map { _ in "…" }) { $1.string }
    }
    self.plain = LocalizedText(ru: plain.first ?? "", en: plain.count > 1 ? plain[1] : nil)
    live = versions.allSatisfy(\.expressions.isEmpty) ? nil : LiveText(versions)
  }

  /// The outer slots that the text follows.
  var reads: [Int] { live?.expressions.flatMap(\.reads.outer) ?? [] }
  /// Whether the text follows today's date.
  var readsClock: Bool { live?.expressions.contains { $0.reads.readsClock } ?? false }
}

/// A text that follows values, in the languages that it is written in.
final class LiveText: Sendable {
  /// The text in one language.
  struct Version: Sendable {
    let template: Template
    /// What is filled in, argument by argument.
    let expressions: [Expression]
    /// The kind of the atom whose value an argument is; nil where it is anything else.
    let kinds: [(any InputKind)?]

    /// An argument's value as people read it, as far as its atom and its type tell; nil where its value tells all.
    func shown(_ argument: Int, _ value: Value) -> String? {
      if let shown = kinds[argument]?.shown(value, in: template.language) { return shown }
      guard expressions[argument].type == .date else { return nil }
      return value.string.flatMap { CivilDate($0) }.map { DateText.text(of: $0, in: template.language) }
    }
  }

  private let versions: [Version]

  /// The text of these versions, the first one in the default language.
  init(_ versions: [Version]) { self.versions = versions }

  /// The expressions of all languages.
  var expressions: [Expression] { versions.flatMap(\.expressions) }

  /// The version for a reader of that language; nil only where there is none at all.
  subscript(language: Language) -> Version? {
    versions.first { $0.template.language == language } ?? versions.first
  }
}
