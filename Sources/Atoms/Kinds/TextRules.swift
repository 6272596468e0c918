import SourceText
import Conditions
import Texts
import JSON

/// The limits of a text input. Lengths are counted in Unicode scalars.
struct TextRules: Sendable {
  private(set) var length: Int?
  private(set) var minLength: Int?
  private(set) var maxLength: Int?
  private var pattern: TextPattern?
  /// True if the text may have several lines, separated by line feeds.
  private var hasLines = false

  init() {}

  /// Reads `length`, `minLength` and `maxLength`, each from 1 to 100,000, and `pattern`.
  ///
  /// - Parameter hasLines: True if the text may contain line feeds.
  init(_ properties: inout Properties, hasLines: Bool = false) {
    self.hasLines = hasLines
    length = properties.integer("length", in: 1...100_000)
    minLength = properties.integer("minLength", in: 1...100_000)
    maxLength = properties.integer("maxLength", in: 1...100_000)
    pattern = TextPattern(&properties)
    for (name, limit) in [("minLength", minLength), ("maxLength", maxLength)] where length != nil && limit != nil {
      guard let node = properties.node(name) else { continue }
      properties.error(.conflict, "`\(name)` conflicts with `length`, which fixes the length", at: node.location)
    }
    if let minLength, let maxLength, minLength > maxLength, let node = properties.node("maxLength") {
      properties.error(.noPossibleValue, "`maxLength` is below `minLength`: no value can pass", at: node.location)
    }
  }

  /// The only allowed length; nil if several lengths are allowed.
  var fixedLength: Int? { length ?? (minLength == maxLength ? minLength : nil) }

  var hasPattern: Bool { pattern != nil }
  /// The regular expression in the definition; nil without `pattern`.
  var patternText: String? { pattern?.text }

  /// Returns the limits of the length as conditions on the variable `name`.
  func lengthConditions(on name: String) -> [String] {
    [("==", length), (">=", minLength), ("<=", maxLength)].compactMap { sign, limit in
      limit.map { "length($\(name)) \(sign) \($0)" }
    }
  }

  /// The lengths that are limits.
  var limits: [Int] { [length, minLength, maxLength].compactMap(\.self) }
  var isEmpty: Bool { length == nil && minLength == nil && maxLength == nil && pattern == nil }

  /// Throws `Mask.Fault` if no text entered through the mask can be valid.
  func judge(_ mask: Mask, of content: TextInputKind.Content) throws(Mask.Fault) {
    let (minimum, maximum) = (length ?? minLength ?? 1, length ?? maxLength ?? Int.max)
    // Contradicting limits are reported separately.
    guard minimum <= maximum else { return }
    try mask.judge(minimum...maximum, pattern: pattern?.text) { Self.allows($0, in: content) }
  }

  /// Returns true if `content` allows a character that the person enters at this position, or that
  /// the mask adds.
  static func allows(_ place: Mask.Place, in content: TextInputKind.Content) -> Bool {
    switch place {
    case .digit, .any: true
    case .letter: ![.digits, .code, .phone].contains(content)
    case .given(let scalar): allows(scalar, in: content)
    }
  }

  /// Returns the violation of the first rule that the text breaks.
  func judge(_ text: String, of content: TextInputKind.Content) -> Violation? {
    if content == .digits || content == .code {
      return text.hasOnlyDigitUnits ? judge(text.utf8.count, text, of: content) : Self.charset(text, of: content)
    }
    if content == .phone {
      guard text.utf8.allSatisfy({ $0 < 0x80 && Self.allows(Unicode.Scalar($0), in: .phone) }) else {
        return Self.charset(text, of: content)
      }
      return judge(text.utf8.count, text, of: content)
    }
    // Free text allows all characters except misleading ones. Passwords allow all except ASCII
    // control characters.
    let breaks = hasLines ? text.utf8.count { $0 == UInt8(ascii: "\n") } : 0
    let line = breaks == 0 ? text : String(decoding: text.utf8.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard let count = line.countOfScalarsWithoutControls, content == .password || !Self.misleads(line, in: content)
    else { return Self.charset(line, of: content) }
    return judge(count + breaks, text, of: content)
  }

  /// Returns the violation of the first rule that a text of `count` allowed scalars breaks.
  private func judge(_ count: Int, _ text: String, of content: TextInputKind.Content) -> Violation? {
    if let length, count != length {
      return Violation(
        "length", sentence: content == .digits || content == .code ? "lengthOfDigits" : nil,
        params: [("length", .integer(Int64(length))), ("got", .integer(Int64(count)))])
    }
    if let minLength, count < minLength {
      return Violation(
        "length", sentence: "minLength",
        params: [("minLength", .integer(Int64(minLength))), ("got", .integer(Int64(count)))])
    }
    if let maxLength, count > maxLength {
      return Violation(
        "length", sentence: "maxLength",
        params: [("maxLength", .integer(Int64(maxLength))), ("got", .integer(Int64(count)))])
    }
    if content == .phone, text.utf8.count(where: { $0 &- 0x30 < 10 }) < Self.fewestDigits {
      return Violation("pattern", sentence: "phone", params: [("digits", .integer(Int64(Self.fewestDigits)))])
    }
    if content == .email, !Self.isAddress(text) { return Violation("pattern", sentence: "email") }
    if let pattern, !pattern.fits(text) { return Violation("pattern") }
    return nil
  }

  /// The minimum number of digits in a phone number.
  private static let fewestDigits = 5

  /// Returns a schema of posted texts. A text that the schema rejects breaks a rule.
  func schema(of content: TextInputKind.Content) -> Value {
    let lengths = (length ?? minLength ?? 1)...(length ?? maxLength ?? Int.max)
    switch content {
    case .digits, .code: return ValueSchemas.text(of: "0-9", lengths)
    case .phone: return ValueSchemas.text(of: #"0-9+\-() "#, lengths)
    case .email:
      let address = ValueSchemas.pattern(PatternText.trimmed(#"[^@ ]+@[^@. ]+(?:\.[^@. ]+)+"#))
      return [
        "allOf": [ValueSchemas.freeText(lengths), ["anyOf": [address, ValueSchemas.pattern(PatternText.changing)]]]
      ]
    case .text where hasLines: return ValueSchemas.textOfLines(lengths)
    case .text, .password, .number, .amount: return ValueSchemas.freeText(lengths)
    }
  }

  func write(to writer: inout Writer) {
    if let length { writer.member("length", length) }
    if let minLength { writer.member("minLength", minLength) }
    if let maxLength { writer.member("maxLength", maxLength) }
    if let pattern { writer.member("pattern", pattern.text) }
  }

  /// Returns the violation for the first character that is not allowed; nil if all are allowed.
  private static func charset(_ text: String, of content: TextInputKind.Content) -> Violation? {
    // The response must not contain a character of a secret.
    if content == .password || content == .code { return Violation("charset", sentence: "secretCharset") }
    guard let character = text.unicodeScalars.first(where: { !allows($0, in: content) }) else { return nil }
    let isSeen = !CharacterName.isInvisible(character) && character != " "
    let shown = isSeen ? String(character) : CharacterName.code(character)
    return Violation("charset", params: [("character", .string(shown))])
  }

  static func allows(_ scalar: Unicode.Scalar, in content: TextInputKind.Content) -> Bool {
    switch content {
    case .digits, .code: scalar >= "0" && scalar <= "9"
    case .phone: scalar >= "0" && scalar <= "9" || "+-() ".unicodeScalars.contains(scalar)
    case .text, .number, .amount: !scalar.misleads
    case .password: scalar.value >= 0x20 && scalar.value != 0x7F
    case .email:
      // RFC 5322 reserves these characters for lists of addresses and their parts. A plain address
      // does not contain them.
      !scalar.misleads && !CharacterName.isInvisible(scalar)
        && !#",;:<>()[]\""#.unicodeScalars.contains(scalar)
    }
  }

  /// Returns true if the text contains a character that is not allowed. The text must not contain
  /// ASCII control characters.
  private static func misleads(_ text: String, in content: TextInputKind.Content) -> Bool {
    // Misleading characters start with these bytes in UTF-8. Cyrillic letters do not.
    guard content == .email || text.utf8.contains(where: { $0 == 0xE2 || $0 == 0xC2 || $0 == 0xD8 }) else {
      return false
    }
    return !text.unicodeScalars.allSatisfy { allows($0, in: content) }
  }

  /// Returns true if the text has one `@`, with a name before it and a domain with a dot after it.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !text.contains(" ") else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
  }
}

/// A regular expression that must match the whole text, as in MATCHES. Its digit classes match
/// ASCII digits only.
private final class TextPattern: Sendable {
  /// The expression in the definition.
  let text: String
  private let condition: Condition

  /// Reads `pattern`. Returns nil if it is missing. An invalid regular expression is an error.
  init?(_ properties: inout Properties) {
    guard let text = properties.string("pattern"), let node = properties.node("pattern") else { return nil }
    if let meant = OtherNotations.withoutSlashes(text) {
      properties.warning(
        .suspiciousExpression, "no text matches a pattern in slashes", remedy: ": omit them, `\(meant)`",
        at: node.location)
    }
    let quoted = PatternDigits.ascii(text).unicodeScalars.reduce(into: "") {
      $0 += $1 == "\\" || $1 == "'" ? "\\\($1)" : String($1)
    }
    let scope = Scope(variables: ["text": Binding(slot: .outer(0), type: .text)])
    do {
      (self.text, condition) = (text, try Condition("$text MATCHES '\(quoted)'", in: scope))
    } catch {
      properties.error(
        .patternSyntax, "`pattern`: \(error.first?.message ?? "no regular expression")", at: node.location)
      return nil
    }
  }

  /// Returns true if the whole text matches. Returns false if the match takes too many steps.
  func fits(_ typed: String) -> Bool { (try? condition.holds(in: ConditionInput(values: [.string(typed)]))) ?? false }
}
