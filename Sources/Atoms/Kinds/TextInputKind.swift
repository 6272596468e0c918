package import Conditions
package import Texts
import SourceText
package import JSON

/// An input field for text, digits, a number, an amount, a phone number, an address, a password or
/// a code.
package final class TextInputKind: InputKind {
  /// The type of the content.
  package enum Content: String, Sendable, CaseIterable {
    /// Any text.
    case text
    /// ASCII digits.
    case digits
    case number
    /// Money in the atom's currency.
    case amount
    /// A telephone number.
    case phone
    /// An e-mail address.
    case email
    case password
    /// A one-time code.
    case code
  }

  package static let name = "textInput"
  package let content: Content
  /// The normalization of the text, if the definition has one.
  let normalization: Normalization?
  private let text: TextRules
  private let number: NumberRules
  private let appearance: InputAppearance
  /// The mask whose constant characters the stored text lacks. The rules apply to the text with
  /// these characters.
  private let formMask: Mask?
  /// The source of the format, if it depends on another value of the operation.
  let formatFrom: SourceNode?
  /// The role of the text, if it is in the definition.
  private let named: Role?
  /// The format properties that the line contains in addition to `formatFrom`, by name.
  let written: [String: SourceNode]

  /// Creates a copy of `other` that stores values of a verification in the verification's form.
  init(_ other: TextInputKind, keeping form: Normalization) {
    (content, text, number, appearance) = (other.content, other.text, other.number, other.appearance)
    (named, formatFrom, written) = (other.named, other.formatFrom, other.written)
    formMask = other.appearance.mask.flatMap { try? Mask($0) }.flatMap { $0.givesCharacters ? $0 : nil }
    normalization = .keeping(form, other.normalization)
  }

  /// Reads `type`, `normalize`, `role`, `formatFrom`, the limits of the type, and the appearance.
  package init(_ properties: inout Properties) {
    content = properties.word("type", default: Content.text)
    let numeric = content == .number || content == .amount
    text = numeric ? TextRules() : TextRules(&properties)
    number = numeric ? NumberRules(&properties, money: content == .amount) : NumberRules()
    normalization = content == .text ? Normalization(&properties) : nil
    appearance = InputAppearance(&properties)
    named =
      content == .text || content == .digits
      ? properties.word("role", of: Self.roles.map(\.rawValue)).flatMap(Role.init) : nil
    formatFrom = numeric || content == .password || content == .code ? nil : properties.node("formatFrom")
    var written: [String: SourceNode] = [:]
    if formatFrom != nil {
      for member in FormatSource.Member.allCases { written[member.rawValue] = properties.node(member.rawValue) }
    }
    self.written = written
    formMask = nil
    guard !numeric, formatFrom == nil, let mask = appearance.mask, let node = properties.node("mask") else { return }
    do throws(Mask.Fault) {
      try text.judge(try Mask(mask), of: content)
    } catch {
      properties.error("\(error)", at: node.location)
    }
  }

  /// The roles that a line can assign to a text.
  private static let roles: [Role] = [.account, .card, .person]

  /// The role of a value that is only shown: `amount` or `number` by type, otherwise the role in
  /// the definition, if any.
  package var role: Role? {
    switch content {
    case .amount: .amount
    case .number: .number
    default: named
    }
  }

  /// The currency of an amount, if it is in the definition.
  package var currency: String? { number.currency }
  /// The source of an amount's currency, if it depends on another value of the operation.
  var currencyFrom: SourceNode? { number.currencyFrom }
  private var isNumeric: Bool { content == .number || content == .amount }

  /// Number for numbers and amounts, otherwise text.
  package var type: ValueType { isNumeric ? .number : .text }
  package var requiredSentence: String {
    switch content {
    case .amount: "requiredAmount"
    case .number: "typeNumber"
    default: "required"
    }
  }
  /// True: clients report a change when editing ends.
  package var notifiesOnCommit: Bool { true }
  /// True if the atom has limits, rules for the text or its decimal places, a normalization, or
  /// content with a format: digits, a phone number, an address, an amount. False for a secret,
  /// which is validated only at submission.
  package var hasRules: Bool {
    if isSecret { return false }
    return hasLimits || !text.isEmpty || number.hasScale || normalization != nil || formatFrom != nil
      || [.digits, .phone, .email, .amount].contains(content)
  }
  package var isSecret: Bool { content == .password || content == .code }

  /// Reads a text. Reads a number from a JSON number or from a text without an exponent, of at most
  /// 64 digits.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null: return .null
    case .string(let typed):
      let kept = normalized(typed)
      if kept.isEmpty || content != .password && CharacterName.isBlank(kept) { return .null }
      guard isNumeric else { return .string(normalization?.kept(kept).text ?? kept) }
      return NumberText.typed(kept).map(Value.decimal)
    case .integer(let number) where isNumeric: return .decimal(Decimal(number))
    case .decimal(let number) where isNumeric && number.isPlain: return posted
    default: return nil
    }
  }

  /// Returns the first violation of `charset`, `length`, `scale`, `min`, `max` and `pattern`.
  package func judge(_ value: Value) -> Violation? {
    switch value {
    case .string(let typed): text.judge(formMask?.filled(with: typed) ?? typed, of: content)
    case .decimal(let typed): number.judge(typed)
    default: nil
    }
  }

  /// Returns the first rule that an amount violates in a currency with `scale` decimal places.
  func judge(_ value: Value, scale: Int) -> Violation? {
    value.decimal.flatMap { number.judge($0, scale: scale) }
  }

  package var limits: [WrittenLimit] { number.written }

  /// The constant limits of a number.
  package var bounds: (minimum: String?, maximum: String?) { number.bounds }

  /// Returns amounts and numbers with all their decimal places.
  package func shown(_ value: Value, in language: Language) -> String? {
    guard case .decimal(let number) = value else { return nil }
    return NumberText.localized(self.number.text(of: number), in: language)
  }

  /// A text with the allowed characters and length, or a number within its limits.
  package var schema: Value {
    // A schema cannot express which characters the normalization replaces with allowed ones.
    if normalization != nil { return ValueSchemas.anyText }
    return isNumeric ? number.schema : text.schema(of: content)
  }

  /// Returns text unchanged, numbers as decimal strings, and null for a secret.
  package func wire(_ value: Value) -> Value {
    switch value {
    case .decimal(let number): .string(self.number.text(of: number))
    default: isSecret ? .null : value
    }
  }

  /// Writes `type`, `normalize`, the limits and the appearance. The whole line determines the role:
  /// see `Atom.typedRole`.
  package func write(to writer: inout Writer, in language: Language) {
    if content != .text { writer.member("type", content.rawValue) }
    if let normalization, !normalization.name.isEmpty { writer.member("normalize", normalization.name) }
    text.write(to: &writer)
    number.write(to: &writer)
    appearance.write(to: &writer, in: language)
  }
}

/// The appearance of an input field: hints for clients, without effect on the rules.
private struct InputAppearance: Sendable {
  private let wide: Bool
  private let capitalize: String?
  private let guidance: Guidance
  /// The mask that formats the text while it is typed.
  let mask: String?
  private let keyboard: String?

  /// Reads `wide`, `capitalize`, `hint`, `help`, `mask` and `keyboard`.
  init(_ properties: inout Properties) {
    wide = properties.flag("wide", default: false)
    capitalize = properties.word("capitalize", of: ["none", "words", "sentences", "characters"])
    guidance = Guidance(&properties)
    mask = properties.string("mask")
    keyboard = properties.word("keyboard", of: ["default", "digits", "decimal", "phone", "email"])
  }

  func write(to writer: inout Writer, in language: Language) {
    if wide { writer.member("wide", true) }
    if let capitalize { writer.member("capitalize", capitalize) }
    guidance.write(to: &writer, in: language)
    if let mask { writer.member("mask", mask) }
    if let keyboard { writer.member("keyboard", keyboard) }
  }
}
