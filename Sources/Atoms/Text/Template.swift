/// A text with places to fill in, in the syntax of ICU's MessageFormat, whose arguments are expressions here:
/// `Комиссия {$fee} ₽`, `{$n, plural, one {# день} few {# дня} many {# дней} other {# дня}}`.
struct Template: Sendable {
  /// A stretch of the text.
  indirect enum Part: Sendable {
    /// Text as it is.
    case text(String)
    /// The value of an argument.
    case argument(Int, Format)
    /// The text for the argument's number.
    case plural(Int, [Choice])
    /// The text for the argument's value.
    case select(Int, [Choice])
  }

  /// How an argument is shown.
  enum Format: Sendable {
    /// As its type says.
    case automatic
    /// As a number.
    case number(NumberText.Style)
    /// As a date.
    case date(DateText.Style?)
  }

  /// One of several texts.
  struct Choice: Sendable {
    /// When it is chosen: a plural form, `=` and a number, a value, or `other`.
    let key: String
    let parts: [Part]
  }

  /// What is filled in, as written.
  struct Argument: Sendable {
    let text: String
    /// Where it stands in the template, in UTF-8 bytes.
    let offset: Int
    /// What it must be for the way in which it is shown; nil where anything will do.
    let needs: Need?
  }

  /// What an argument must be.
  enum Need: Sendable { case number, date }

  /// Something wrong with the text, at that byte of it.
  struct Fault: Error {
    let offset: Int
    let message: String
  }

  /// The language that the text is written in.
  let language: Language
  let parts: [Part]
  let arguments: [Argument]

  /// Reads the text.
  init(_ text: String, in language: Language) throws(Fault) {
    var reader = TemplateReader(text, in: language)
    parts = try reader.message()
    arguments = reader.arguments
    self.language = language
  }

  /// The whole text, where nothing is to be filled in.
  var plain: String? {
    guard arguments.isEmpty else { return nil }
    return parts.reduce(into: "") { text, part in
      if case .text(let stretch) = part { text += stretch }
    }
  }

  /// Whether the text has letters beside what is filled in; signs and digits are the same in all languages.
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

  /// A text that is read as nothing but itself: apostrophes doubled, all from the first brace to the last one quoted.
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
