import Dates
import Texts
import JSON

/// A text with placeholders in ICU MessageFormat syntax, with expressions instead of argument
/// names: `Комиссия {$fee} ₽`, `{$n, plural, one {# день} few {# дня} many {# дней} other {#
/// дня}}`.
struct Template: Sendable {
  /// A part of the text. `Int` is the index of an argument.
  indirect enum Part: Sendable {
    /// Literal text.
    case text(String)
    /// The value of an argument.
    case argument(Int, Format)
    /// The choice that matches the argument's number.
    case plural(Int, [Choice])
    /// The choice that matches the argument's value.
    case select(Int, [Choice])
  }

  /// The format of a placeholder.
  enum Format: Sendable {
    /// No format: the atom or the type of the value determines it.
    case automatic
    case number(NumberText.Style)
    /// A date; nil for the language's default style.
    case date(DateText.Style?)
  }

  /// One choice of a `plural` or `select`.
  struct Choice: Sendable {
    /// The key of the choice: a plural form, `=` and a number, a value, or `other`.
    let key: String
    /// Offset of the key in the template, in UTF-8 bytes.
    let offset: Int
    let parts: [Part]
  }

  /// The expression of a placeholder, as written.
  struct Argument: Sendable {
    let text: String
    /// Offset in the template, in UTF-8 bytes.
    let offset: Int
    /// The type that the format requires; nil if all types are allowed.
    let needs: Need?
  }

  /// A placeholder or a quoted text, whose characters are not formatting.
  struct Opaque: Sendable {
    /// The offsets in the template, in UTF-8 bytes.
    let range: Range<Int>
    /// The placeholder, or the text without its quotes.
    let part: Part
  }

  /// A type that a format requires.
  enum Need: Sendable { case number, date }

  /// A syntax error, at an offset in UTF-8 bytes.
  struct Fault: Error {
    let offset: Int
    let problem: String
    /// The suggestion with its separator, or an empty text.
    let remedy: String

    var message: String { problem + remedy }
  }

  let language: Language
  let parts: [Part]
  let arguments: [Argument]

  /// Parses the text. Throws `Fault` for the first syntax error.
  init(_ text: String, in language: Language) throws(Fault) {
    self = try Self.marked(text, in: language).template
  }

  /// Creates a template from parts. Their indexes refer to `arguments`.
  init(_ parts: [Part], _ arguments: [Argument], in language: Language) {
    (self.parts, self.arguments) = (parts, arguments)
    self.language = language
  }

  /// Parses the text, and returns its placeholders and quoted texts too. Throws `Fault` for the
  /// first syntax error.
  static func marked(
    _ text: String, in language: Language
  ) throws(Fault) -> (template: Template, opaque: [Opaque]) {
    var reader = TemplateReader(text, in: language)
    let parts = try reader.message()
    return (Template(parts, reader.arguments, in: language), reader.opaque)
  }

  /// The whole text; nil if it has placeholders.
  var plain: String? {
    guard arguments.isEmpty else { return nil }
    return parts.reduce(into: "") { text, part in
      if case .text(let stretch) = part { text += stretch }
    }
  }

  /// Returns true if the text needs a translation: it has letters outside its placeholders, a
  /// `plural` or a `select`.
  ///
  /// Signs and digits are the same in all languages. Returns false if the text is not a valid
  /// template.
  static func hasWords(_ text: String) -> Bool {
    guard let template = try? Template(text, in: .standard) else { return false }
    return template.parts.contains { part in
      switch part {
      case .text(let stretch): stretch.unicodeScalars.contains(where: \.properties.isAlphabetic)
      case .argument: false
      case .plural, .select: true
      }
    }
  }

  /// The choices of each `select`, also inside of other choices, with the index of its argument.
  var selections: [(argument: Int, choices: [Choice])] {
    var (waiting, found) = (parts, [(argument: Int, choices: [Choice])]())
    while let part = waiting.popLast() {
      switch part {
      case .select(let argument, let choices):
        found.append((argument, choices))
        waiting += choices.flatMap(\.parts)
      case .plural(_, let choices): waiting += choices.flatMap(\.parts)
      case .text, .argument: continue
      }
    }
    return found
  }

  /// Returns a template that shows `text` literally.
  ///
  /// Doubles the apostrophes, and quotes the text from the first to the last brace.
  static func escaped(_ text: String) -> String {
    let doubled = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { doubled, scalar in
      doubled.append(scalar)
      if scalar == "'" { doubled.append(scalar) }
    }
    guard let first = doubled.firstIndex(where: isBrace), let last = doubled.lastIndex(where: isBrace) else {
      return String(doubled)
    }
    return
      "\(String(doubled[..<first]))'\(String(doubled[first...last]))'\(String(doubled[doubled.index(after: last)...]))"
  }

  private static func isBrace(_ scalar: Unicode.Scalar) -> Bool { scalar == "{" || scalar == "}" }
}

extension Template {
  /// The text for a missing value.
  static let nothing = "—"

  /// Returns the text with `values` in its placeholders, one value for each argument.
  ///
  /// `shown` formats the value of a placeholder without a format. If it returns nil, the value's
  /// type determines the format.
  func text(_ values: [Value], _ shown: (Int, Value) -> String?) -> String {
    var text = ""
    fill(parts, values, shown) { text += $0 }
    return text
  }

  /// Writes the same text as a JSON string, without an intermediate text.
  func write(_ values: [Value], to writer: inout Writer, _ shown: (Int, Value) -> String?) {
    writer.beginText()
    fill(parts, values, shown) { writer.piece($0) }
    writer.endText()
  }

  /// True if the text is a single part.
  private var isOneValue: Bool { parts.count == 1 }

  /// Fills the placeholders. A value with right-to-left letters would reorder adjacent numbers. It
  /// is isolated unless it is the whole text.
  private func fill(
    _ parts: [Part], _ values: [Value], _ shown: (Int, Value) -> String?, _ put: (String) -> Void
  ) {
    for place in parts.indices {
      switch parts[place] {
      case .text(let stretch): put(stretch)
      case .argument(let index, let format):
        let value = text(of: values[index], format) { shown(index, $0) }
        put(isOneValue ? value : value.directionallyIsolated)
      case .plural(let index, let choices):
        fill(Self.choice(choices, for: values[index], language), values, shown, put)
      case .select(let index, let choices):
        let key = values[index].plainText
        let chosen = choices.first { $0.key == key } ?? choices.first { $0.key == "other" }
        fill(chosen?.parts ?? [], values, shown, put)
      }
    }
  }

  private func text(of value: Value, _ format: Format, _ shown: (Value) -> String?) -> String {
    if value.isNull { return Self.nothing }
    switch format {
    case .automatic: return shown(value) ?? value.shownText(in: language)
    case .number(let style):
      return Self.number(value).map { NumberText.text(of: $0, style, in: language) } ?? Self.nothing
    case .date(let style):
      return value.string.flatMap { CivilDate($0) }.map { DateText.text(of: $0, style, in: language) } ?? Self.nothing
    }
  }

  private static func choice(_ choices: [Choice], for value: Value, _ language: Language) -> [Part] {
    let form: PluralForm
    if case .integer(let number) = value, !choices.contains(where: { $0.key.hasPrefix("=") }) {
      // An integer without `=` choices needs no decimal arithmetic.
      form = language.pluralForm(of: String(number))
    } else {
      let number = number(value)
      let exact = number.flatMap { number in
        choices.first { choice in choice.key.hasPrefix("=") && Decimal(choice.key.dropFirst()) == number }
      }
      if let exact { return exact.parts }
      form = number.map { language.pluralForm(of: NumberText.exact($0)) } ?? .other
    }
    // -1 has the form `one` in English, and `=1` without `one` does not match it.
    let chosen = choices.first { $0.key == form.rawValue } ?? choices.first { $0.key == PluralForm.other.rawValue }
    return chosen?.parts ?? []
  }

  /// Returns the number in a value, or in a text in plain digits.
  private static func number(_ value: Value) -> Decimal? {
    switch value {
    case .string(let text): Decimal(plain: text)
    case .float(let number): Decimal(shortest: number)
    default: value.decimal
    }
  }
}

extension Value {
  /// Returns the value in the format of the language, determined by its type alone.
  func shownText(in language: Language) -> String {
    switch self {
    case .null: Template.nothing
    case .bool(let flag): language == .ru ? (flag ? "да" : "нет") : (flag ? "yes" : "no")
    // A number below 1,000 has the same text in both languages.
    case .integer(let number) where 0..<1000 ~= number: String(number)
    case .integer(let number): NumberText.text(of: Decimal(number), in: language)
    case .decimal(let number): NumberText.text(of: number, in: language)
    case .float(let number): Decimal(shortest: number).map { NumberText.text(of: $0, in: language) } ?? plainText
    case .array(let elements): language.list(of: elements.map { $0.shownText(in: language) })
    case .string, .object: plainText
    }
  }
}

extension LocalizedText {
  /// The text as a template: apostrophes and braces are quoted, so that all of it is literal.
  var asTemplate: LocalizedText {
    LocalizedText(ru: Template.escaped(ru), en: en.map(Template.escaped))
  }
}
