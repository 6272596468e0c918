import SourceText
import Conditions
import Texts
import JSON

/// The limits of a typed text. Lengths count Unicode scalars.
struct TextRules: Sendable {
  private var length: Int?
  private var minLength: Int?
  private var maxLength: Int?
  private var pattern: TextPattern?

  /// Creates rules without limits.
  init() {}

  /// Reads `length`, `minLength` and `maxLength`, each from 1 to 100,000, and `pattern`.
  init(_ properties: inout Properties) {
    length = properties.integer("length", in: 1...100_000)
    minLength = properties.integer("minLength", in: 1...100_000)
    maxLength = properties.integer("maxLength", in: 1...100_000)
    pattern = TextPattern(&properties)
    for (name, limit) in [("minLength", minLength), ("maxLength", maxLength)] where length != nil && limit != nil {
      guard let node = properties.node(name) else { continue }
      properties.error("`\(name)` conflicts with `length`, which fixes the length", at: node.location)
    }
    if let minLength, let maxLength, minLength > maxLength, let node = properties.node("maxLength") {
      properties.error("`maxLength` is below `minLength`: no value can pass", at: node.location)
    }
  }

  /// True without a rule.
  var isEmpty: Bool { length == nil && minLength == nil && maxLength == nil && pattern == nil }

  /// Throws `Mask.Fault` if no text that is typed through the mask could be right.
  func judge(_ mask: Mask, of content: TextInputKind.Content) throws(Mask.Fault) {
    let (minimum, maximum) = (length ?? minLength ?? 1, length ?? maxLength ?? Int.max)
    // Limits that contradict each other are a fault of their own.
    guard minimum <= maximum else { return }
    try mask.judge(minimum...maximum, pattern: pattern?.text) { Self.allows($0, in: content) }
  }

  /// Returns true if a character that a mask takes or gives may stand in the text.
  static func allows(_ place: Mask.Place, in content: TextInputKind.Content) -> Bool {
    switch place {
    case .digit: true
    case .letter: ![.digits, .code, .phone].contains(content)
    case .given(let scalar): allows(scalar, in: content)
    }
  }

  /// Returns the first rule that the text breaks.
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
    // Free text allows everything but characters that mislead, and those of a secret are nobody's business.
    guard let count = text.countOfScalarsWithoutControls, content == .password || !Self.misleads(text, in: content)
    else { return Self.charset(text, of: content) }
    return judge(count, text, of: content)
  }

  /// Returns the first rule that a text of right characters breaks, which has `count` scalars.
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

  /// The fewest digits of a telephone number.
  private static let fewestDigits = 5

  /// Returns a schema of posted texts that break none of the rules.
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
    case .text, .password, .number, .amount: return ValueSchemas.freeText(lengths)
    }
  }

  /// Writes the limits.
  func write(to writer: inout Writer) {
    if let length { writer.member("length", length) }
    if let minLength { writer.member("minLength", minLength) }
    if let maxLength { writer.member("maxLength", maxLength) }
    if let pattern { writer.member("pattern", pattern.text) }
  }

  /// Returns the violation of a text with a character that is not allowed; nil if it has none.
  private static func charset(_ text: String, of content: TextInputKind.Content) -> Violation? {
    // Not even one character of a secret goes back to the client.
    if content == .password || content == .code { return Violation("charset", sentence: "secretCharset") }
    guard let character = text.unicodeScalars.first(where: { !allows($0, in: content) }) else { return nil }
    let isSeen = !CharacterName.isInvisible(character) && character != " "
    let shown = isSeen ? String(character) : CharacterName.code(character)
    return Violation("charset", params: [("character", .string(shown))])
  }

  private static func allows(_ scalar: Unicode.Scalar, in content: TextInputKind.Content) -> Bool {
    switch content {
    case .digits, .code: scalar >= "0" && scalar <= "9"
    case .phone: scalar >= "0" && scalar <= "9" || "+-() ".unicodeScalars.contains(scalar)
    case .text, .number, .amount: !scalar.misleads
    case .password: scalar.value >= 0x20 && scalar.value != 0x7F
    case .email:
      // Those that RFC 5322 keeps for lists of addresses and their parts stand in no plain address.
      !scalar.misleads && !CharacterName.isInvisible(scalar)
        && !#",;:<>()[]\""#.unicodeScalars.contains(scalar)
    }
  }

  /// Returns true if the text, which has no control character of ASCII, has another character that is not allowed.
  private static func misleads(_ text: String, in content: TextInputKind.Content) -> Bool {
    // The characters that mislead begin with these bytes; Cyrillic letters do not.
    guard content == .email || text.utf8.contains(where: { $0 == 0xE2 || $0 == 0xC2 || $0 == 0xD8 }) else {
      return false
    }
    return !text.unicodeScalars.allSatisfy { allows($0, in: content) }
  }

  /// Returns true if the text has one `@` with something on both sides and a dot after it.
  ///
  /// Only sending a message could tell more.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !text.contains(" ") else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
  }
}

/// A regular expression that the whole of a text must match, as MATCHES does; its digits are those of ASCII.
private final class TextPattern: Sendable {
  /// The expression as written.
  let text: String
  private let condition: Condition

  /// Reads `pattern`; returns nil if it is missing or is no regular expression, which is a fault.
  init?(_ properties: inout Properties) {
    guard let text = properties.string("pattern"), let node = properties.node("pattern") else { return nil }
    let quoted = PatternDigits.ascii(text).unicodeScalars.reduce(into: "") {
      $0 += $1 == "\\" || $1 == "'" ? "\\\($1)" : String($1)
    }
    let scope = Scope(variables: ["text": Binding(slot: .outer(0), type: .text)])
    do {
      (self.text, condition) = (text, try Condition("$text MATCHES '\(quoted)'", in: scope))
    } catch {
      properties.error("`pattern`: \(error.first?.message ?? "no regular expression")", at: node.location)
      return nil
    }
  }

  /// Returns true if the whole text matches, false also if the match takes too many steps.
  func fits(_ typed: String) -> Bool { (try? condition.holds(in: ConditionInput(values: [.string(typed)]))) ?? false }
}
