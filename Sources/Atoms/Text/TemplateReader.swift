import Texts

/// A parser for ICU MessageFormat syntax, with expressions as arguments.
///
/// An apostrophe quotes only before a brace, and before `#` in a plural. Two apostrophes are one
/// literal apostrophe.
struct TemplateReader {
  private let language: Language
  private let source: String
  private let bytes: [UInt8]
  private var place = 0
  /// The arguments read so far, in the order of the text.
  private(set) var arguments: [Template.Argument] = []
  /// The placeholders and quoted texts outside of placeholders, in the order of the text.
  private(set) var opaque: [Template.Opaque] = []

  init(_ text: String, in language: Language) {
    (source, bytes) = (text, Array(text.utf8))
    self.language = language
  }

  /// Reads to the end of the text, or to the closing brace of a nested text.
  ///
  /// `number` is the index of the argument that `#` shows; nil outside of a plural, where `#` is
  /// literal.
  mutating func message(nested: Bool = false, number: Int? = nil) throws(Template.Fault) -> [Template.Part] {
    var parts: [Template.Part] = []
    var text: [UInt8] = []
    func flush(_ text: inout [UInt8], into parts: inout [Template.Part]) {
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    while let byte = peek() {
      let start = place
      switch byte {
      case UInt8(ascii: "'"):
        let length = text.count
        try quoted(into: &text, inPlural: number != nil)
        if !nested, place > start + 1 {
          addOpaque(.text(String(decoding: text[length...], as: UTF8.self)), from: start)
        }
      case UInt8(ascii: "{"):
        flush(&text, into: &parts)
        let part = try argument(within: number)
        parts.append(part)
        if !nested { addOpaque(part, from: start) }
      case UInt8(ascii: "}"):
        if nested {
          flush(&text, into: &parts)
          return parts
        }
        throw fault("unmatched `}`", remedy: "; write a literal brace as '}'", at: place)
      case UInt8(ascii: "#"):
        place += 1
        guard let number else {
          text.append(byte)
          continue
        }
        flush(&text, into: &parts)
        parts.append(.argument(number, .number(.plain)))
      default:
        text.append(byte)
        place += 1
      }
    }
    if nested { throw fault("unclosed `{` before this position", at: bytes.count) }
    // A text without placeholders shares the storage of the source.
    if parts.isEmpty, text.count == bytes.count, !text.isEmpty { return [.text(source)] }
    flush(&text, into: &parts)
    return parts
  }

  private mutating func addOpaque(_ part: Template.Part, from start: Int) {
    opaque.append(Template.Opaque(range: start..<place, part: part))
  }

  // MARK: - Arguments

  /// Reads `{expression}` or `{expression, format...}`. `number` is the argument of the enclosing
  /// plural.
  private mutating func argument(within number: Int?) throws(Template.Fault) -> Template.Part {
    let open = place
    place += 1
    skipBlanks()
    let start = place
    try skipExpression(from: open)
    var end = place
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > start else {
      throw fault("expected an expression", remedy: "; write a literal brace as '{'", at: start)
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    func add(_ needs: Template.Need?) { arguments.append(Template.Argument(text: text, offset: start, needs: needs)) }
    let index = arguments.count
    if peek() == UInt8(ascii: "}") {
      place += 1
      add(nil)
      return .argument(index, .automatic)
    }
    place += 1
    skipBlanks()
    let nameStart = place
    let name = word()
    switch name {
    case "number":
      add(.number)
      return .argument(
        index, .number(try style(Self.numberStyle, "integer, percent, ::.00, ::group-off, ::currency/RUB")))
    case "date":
      add(.date)
      return .argument(
        index,
        .date(
          try style({ $0.isEmpty ? .some(nil) : DateText.Style(rawValue: $0).map { .some($0) } }, "short, medium, long")
        ))
    case "plural":
      add(.number)
      return .plural(index, try choices(at: nameStart, number: index, plural: true))
    case "select":
      add(nil)
      return .select(index, try choices(at: nameStart, number: number, plural: false))
    default:
      let formats = ["number", "date", "plural", "select"]
      let hint = suggestion(for: name, among: formats)
      throw fault(
        "unknown format `\(name)`", remedy: hint.isEmpty ? "; there are \(formats.listed)" : hint, at: nameStart)
    }
  }

  /// Skips an expression of the condition language, up to the comma or brace after it.
  private mutating func skipExpression(from open: Int) throws(Template.Fault) {
    var brackets: [UInt8] = []
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        let start = place
        place += 1
        while let next = peek(), next != byte { place += next == UInt8(ascii: "\\") ? 2 : 1 }
        if peek() == nil { throw fault("unclosed quoted text", at: start) }
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): brackets.append(byte)
      case UInt8(ascii: "}") where brackets.isEmpty, UInt8(ascii: ",") where brackets.isEmpty: return
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        // The expression's parser reports mismatched brackets with a better message.
        _ = brackets.popLast()
      default: break
      }
      place += 1
    }
    throw fault("unclosed `{`", remedy: "; write a literal brace as '{'", at: open)
  }

  /// Reads `, style}` or the closing brace alone. `known` lists the styles for the error message.
  private mutating func style<Style>(
    _ read: (String) -> Style?, _ known: String
  ) throws(Template.Fault) -> Style {
    skipBlanks()
    var start = place
    if peek() == UInt8(ascii: ",") {
      place += 1
      skipBlanks()
      start = place
    }
    while let byte = peek(), byte != UInt8(ascii: "}") { place += 1 }
    var end = place
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    guard peek() != nil else { throw fault("unclosed `{` before this position", at: bytes.count) }
    place += 1
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let style = read(text) else {
      throw fault("unknown style `\(text)`", remedy: "; there are \(known)", at: start)
    }
    return style
  }

  private static func numberStyle(_ text: String) -> NumberText.Style? {
    switch text {
    case "": return .plain
    case "integer": return .integer
    case "percent", "::percent": return .percent
    case "::group-off": return .ungrouped
    default:
      if text.hasPrefix("::currency/") {
        let code = String(text.dropFirst("::currency/".count))
        return CurrencyScale.scale(code) == nil ? nil : .currency(code)
      }
      let zeros = text.dropFirst(3)
      guard text.hasPrefix("::."), (1...18).contains(zeros.count), zeros.allSatisfy({ $0 == "0" }) else { return nil }
      return .places(zeros.count)
    }
  }

  // MARK: - Choices

  /// Reads `, key {text} key {text}...}`. Throws if a form that the language requires is missing.
  private mutating func choices(
    at start: Int, number: Int?, plural: Bool
  ) throws(Template.Fault) -> [Template.Choice] {
    skipBlanks()
    guard peek() == UInt8(ascii: ",") else {
      throw fault("a comma and texts must follow `\(plural ? "plural" : "select")`", at: place)
    }
    place += 1
    var choices: [Template.Choice] = []
    while true {
      skipBlanks()
      guard let byte = peek() else { throw fault("unclosed `{` before this position", at: bytes.count) }
      if byte == UInt8(ascii: "}") { break }
      let keyStart = place
      let key = word()
      try check(key, at: keyStart, plural: plural)
      if choices.contains(where: { $0.key == key }) { throw fault("`\(key)` appears twice", at: keyStart) }
      skipBlanks()
      guard peek() == UInt8(ascii: "{") else { throw fault("the text of `\(key)` is written as {text}", at: place) }
      place += 1
      choices.append(Template.Choice(key: key, offset: keyStart, parts: try message(nested: true, number: number)))
      place += 1
    }
    let needed = plural ? language.pluralForms.map(\.rawValue) : ["other"]
    let missing = needed.filter { name in
      !choices.contains { $0.key == name || plural && name == language.formOfOne?.rawValue && $0.key == "=1" }
    }
    if !missing.isEmpty {
      let whom = plural ? ", which a plural in `\(language.rawValue)` requires" : ""
      throw fault("\(missing.map { "`\($0)`" }.listed) is missing\(whom)", at: start)
    }
    place += 1
    return choices
  }

  private func check(_ key: String, at start: Int, plural: Bool) throws(Template.Fault) {
    if key.isEmpty { throw fault("expected a word with its {text}", at: start) }
    guard plural else { return }
    if key.hasPrefix("=") {
      if !key.utf8.dropFirst().isEmpty, key.dropFirst().allSatisfy(\.isNumber) { return }
      throw fault("`=` takes a whole number, as in `=0 {none}`", at: start)
    }
    let forms = language.pluralForms.map(\.rawValue)
    if !forms.contains(key) {
      throw fault("`\(key)` is not a plural form of `\(language.rawValue)`, which has \(forms.listed)", at: start)
    }
  }

  // MARK: - Characters

  /// Reads an apostrophe and the quoted text after it.
  private mutating func quoted(into text: inout [UInt8], inPlural: Bool) throws(Template.Fault) {
    let start = place
    place += 1
    switch peek() {
    case UInt8(ascii: "'"):
      text.append(UInt8(ascii: "'"))
      place += 1
    case UInt8(ascii: "{"), UInt8(ascii: "}"):
      try skipQuoted(into: &text, from: start)
    case UInt8(ascii: "#") where inPlural:
      try skipQuoted(into: &text, from: start)
    default: text.append(UInt8(ascii: "'"))
    }
  }

  private mutating func skipQuoted(into text: inout [UInt8], from start: Int) throws(Template.Fault) {
    while let byte = peek() {
      place += 1
      if byte != UInt8(ascii: "'") {
        text.append(byte)
      } else if peek() == UInt8(ascii: "'") {
        text.append(byte)
        place += 1
      } else {
        return
      }
    }
    throw fault("unclosed quotation: the closing apostrophe is missing", at: start)
  }

  /// Reads up to white space, a comma or a brace.
  private mutating func word() -> String {
    let start = place
    while let byte = peek(), !Self.isBlank(byte), !",{}".utf8.contains(byte) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private func peek() -> UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlanks() {
    while let byte = peek(), Self.isBlank(byte) { place += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func fault(_ problem: String, remedy: String = "", at offset: Int) -> Template.Fault {
    Template.Fault(offset: offset, problem: problem, remedy: remedy)
  }
}
