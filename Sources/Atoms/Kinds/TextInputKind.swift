package import Conditions
package import JSON

/// A field to type into: text, digits, a number, an amount of money, a phone, an address, a password, a code.
package final class TextInputKind: InputKind {
  /// What may be typed.
  package enum Content: String, Sendable, CaseIterable {
    /// Any text.
    case text
    /// ASCII digits.
    case digits
    /// A decimal number.
    case number
    /// Money in the atom's currency.
    case amount
    /// A telephone number.
    case phone
    /// An e-mail address.
    case email
    /// A password.
    case password
    /// A one-time code.
    case code
  }

  /// `textInput`.
  package static let name = "textInput"
  /// What may be typed.
  package let content: Content
  /// How the text is written, where the definition asks for a way.
  let normalization: Normalization?
  private let text: TextRules
  private let number: NumberRules
  private let appearance: InputAppearance
  /// What says the form of a text, where that is something else of the operation.
  let formatFrom: SourceNode?
  /// What the line itself says of the form, by name, beside `formatFrom`.
  let written: [String: SourceNode]

  /// Reads `type`, `normalize`, the limits that go with it, and what the field looks like.
  package init(_ properties: inout Properties) {
    content = properties.word("type", of: Content.allCases.map(\.rawValue)).flatMap(Content.init) ?? .text
    let numeric = content == .number || content == .amount
    text = numeric ? TextRules() : TextRules(&properties)
    number = numeric ? NumberRules(&properties, money: content == .amount) : NumberRules()
    normalization = content == .text ? Normalization(&properties) : nil
    appearance = InputAppearance(&properties)
    formatFrom = numeric || content == .password || content == .code ? nil : properties.node("formatFrom")
    var written: [String: SourceNode] = [:]
    if formatFrom != nil {
      for member in FormatSource.Member.allCases { written[member.rawValue] = properties.node(member.rawValue) }
    }
    self.written = written
    guard !numeric, formatFrom == nil, let mask = appearance.mask, let node = properties.node("mask") else { return }
    do throws(Mask.Fault) {
      try text.judge(try Mask(mask), of: content)
    } catch {
      properties.error("\(error)", at: node.location)
    }
  }

  /// The currency of an amount.
  package var currency: String? { number.currency }
  /// What says the currency of an amount, where that is something else of the operation.
  var currencyFrom: SourceNode? { number.currencyFrom }
  private var isNumeric: Bool { content == .number || content == .amount }

  /// Number for numbers and amounts, else text.
  package var type: ValueType { isNumeric ? .number : .text }
  /// When editing ends.
  package var notifiesOnCommit: Bool { true }
  /// Passwords and codes.
  package var isSecret: Bool { content == .password || content == .code }

  /// Takes text, and for numbers a JSON number or its digits.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null: return .null
    case .string(let typed):
      let kept = normalized(typed)
      if kept.isEmpty { return .null }
      guard isNumeric else { return .string(normalization?.normalize(kept).text ?? kept) }
      return NumberText.typed(kept).map(Value.decimal)
    case .integer(let number) where isNumeric: return .decimal(Decimal(number))
    case .decimal where isNumeric: return posted
    default: return nil
    }
  }

  /// The first of `charset`, `length`, `scale`, `min`, `max`, `pattern` that is broken.
  package func judge(_ value: Value) -> Violation? {
    switch value {
    case .string(let typed): text.judge(typed, of: content)
    case .decimal(let typed): number.judge(typed)
    default: nil
    }
  }

  /// The first rule that is broken by an amount in a currency of that scale.
  func judge(_ value: Value, scale: Int) -> Violation? {
    value.decimal.flatMap { number.judge($0, scale: scale) }
  }

  /// The limits of a number that are expressions.
  package var limits: [WrittenLimit] { number.written }

  /// Amounts and numbers with all places of their scale.
  package func shown(_ value: Value, in language: Language) -> String? {
    guard case .decimal(let number) = value else { return nil }
    return NumberText.localized(self.number.text(of: number), in: language)
  }

  /// A text of the right characters and length, or a number within its limits.
  package var schema: Value {
    // Which characters are changed into right ones a schema cannot say.
    if normalization != nil { return ValueSchemas.anyText }
    return isNumeric ? number.schema : text.schema(of: content)
  }

  /// Text as it is, numbers as decimal strings, secrets not at all.
  package func wire(_ value: Value) -> Value {
    switch value {
    case .decimal(let number): .string(self.number.text(of: number))
    default: isSecret ? .null : value
    }
  }

  /// Writes `type`, `normalize`, the limits and the appearance.
  package func write(to writer: inout Writer, in language: Language) {
    if content != .text { writer.member("type", content.rawValue) }
    if let normalization { writer.member("normalize", normalization.name) }
    text.write(to: &writer)
    number.write(to: &writer)
    appearance.write(to: &writer, in: language)
  }
}

/// What a field to type into looks like: hints for the client, without effect on what is right.
struct InputAppearance: Sendable {
  private let wide: Bool
  private let capitalize: String?
  private let hint: LocalizedText?
  /// How the text is drawn while it is typed.
  let mask: String?
  private let keyboard: String?

  /// Reads `wide`, `capitalize`, `hint`, `mask` and `keyboard`.
  init(_ properties: inout Properties) {
    wide = properties.flag("wide") ?? false
    capitalize = properties.word("capitalize", of: ["none", "words", "sentences", "characters"])
    hint = properties.text("hint")
    mask = properties.string("mask")
    keyboard = properties.word("keyboard", of: ["default", "digits", "decimal", "phone", "email"])
  }

  /// Writes what is set.
  func write(to writer: inout Writer, in language: Language) {
    if wide { writer.member("wide", true) }
    if let capitalize { writer.member("capitalize", capitalize) }
    if let hint { writer.member("hint", hint[language]) }
    if let mask { writer.member("mask", mask) }
    if let keyboard { writer.member("keyboard", keyboard) }
  }
}
