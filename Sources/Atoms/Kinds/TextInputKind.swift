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
  /// The height of the field in lines of text; nil for a text of one line.
  private let lines: Int?
  /// The slider next to the field of a number or an amount; nil if it has none.
  private let slider: Slider?
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
  /// False for a number whose digits are shown without groups, such as a chosen year.
  private let isGrouped: Bool

  /// Creates a copy of `other` whose numbers are shown without groups of digits.
  convenience init(ungrouped other: TextInputKind) {
    self.init(other, other.normalization, mask: other.formMask, isGrouped: false)
  }

  /// Creates a copy of `other` that stores values of a verification in the verification's form.
  convenience init(_ other: TextInputKind, keeping form: Normalization) {
    let mask = other.appearance.mask.flatMap { try? Mask($0) }.flatMap { $0.givesCharacters ? $0 : nil }
    self.init(other, .keeping(form, other.normalization), mask: mask, isGrouped: other.isGrouped)
  }

  private init(_ other: TextInputKind, _ normalization: Normalization?, mask: Mask?, isGrouped: Bool) {
    (content, text, number, appearance) = (other.content, other.text, other.number, other.appearance)
    (lines, slider) = (other.lines, other.slider)
    (named, formatFrom, written) = (other.named, other.formatFrom, other.written)
    self.normalization = normalization
    formMask = mask
    self.isGrouped = isGrouped
  }

  /// Reads `type`, `normalize`, `role`, `formatFrom`, `lines`, the limits of the type, `slider`,
  /// and the appearance.
  package init(_ properties: inout Properties) {
    content = properties.word("type", default: Content.text)
    let numeric = content == .number || content == .amount
    lines = content == .text ? properties.integer("lines", in: 2...40) : nil
    text = numeric ? TextRules() : TextRules(&properties, hasLines: lines != nil)
    number = numeric ? NumberRules(&properties, money: content == .amount) : NumberRules()
    slider = numeric ? Slider(&properties, of: number) : nil
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
    isGrouped = true
    formMask = nil
    if lines != nil { Self.refuseLines(&properties) }
    guard !numeric, formatFrom == nil else { return }
    guard let mask = appearance.mask, let node = properties.node("mask") else {
      text.refuseContradiction(of: content, &properties)
      return
    }
    do throws(Mask.Fault) {
      try text.judge(try Mask(mask), of: content)
    } catch {
      properties.error(.noPossibleValue, "\(error)", at: node.location)
    }
  }

  /// Reports the properties that a text of several lines cannot have.
  private static func refuseLines(_ properties: inout Properties) {
    for name in ["mask", "normalize", "formatFrom"] {
      guard let node = properties.node(name) else { continue }
      properties.error(.conflict, "`\(name)` conflicts with `lines`: it is for a text of one line", at: node.location)
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
  /// The only allowed length of a text; nil if several lengths are allowed.
  var fixedLength: Int? { text.fixedLength }
  /// True if a pattern, a mask or another value of the operation may restrict the length.
  var hasFormat: Bool { text.hasPattern || appearance.mask != nil || formatFrom != nil }
  /// The lengths among `allowed` that the limits and the pattern of a text allow; nil if they are
  /// unknown.
  func possibleLengths(among allowed: [Int]) -> Set<Int>? {
    guard formatFrom == nil, appearance.mask == nil, normalization == nil else { return nil }
    return text.possibleLengths(of: content, among: allowed)
  }
  /// The lengths of values that match a pattern of MATCHES; nil if they are unknown.
  func possibleLengths(matching pattern: String) -> Set<Int>? {
    guard !isNumeric, formatFrom == nil, appearance.mask == nil, normalization == nil else { return nil }
    return text.possibleLengths(of: content, matching: pattern)
  }
  /// The rules that restrict the length of a text, as written, for a message.
  var rulesOfLength: String {
    let limits = text.limitNames
    return text.hasPattern ? limits + (limits.isEmpty ? "" : " and ") + "`pattern`" : limits
  }
  /// True for a number or an amount.
  var isNumeric: Bool { content == .number || content == .amount }
  /// The maximum number of decimal places; nil if it is not limited.
  ///
  /// If the currency of an amount is variable, the maximum of all currencies.
  var places: Int? { isNumeric ? number.places : nil }

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
      let kept = normalized(lines == nil ? typed : typed.withLineFeeds)
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
  /// The lengths that are limits of a text.
  var lengths: [Int] { text.limits }

  /// The constant limits of a number.
  package var bounds: (minimum: String?, maximum: String?) { number.bounds }

  package func limitConditions(on name: String) -> [String] {
    if isNumeric { return minimumAndMaximum(of: name) }
    // A mask adds characters that the value lacks.
    return appearance.mask == nil && formatFrom == nil ? text.lengthConditions(on: name) : []
  }

  /// Returns the end of a message about a text with which no value can begin: the rule that
  /// excludes it, or an empty text for its characters.
  ///
  /// Returns nil if a value can begin with the text.
  func rule(refusingBeginning part: String) -> String? {
    guard !isNumeric, normalization == nil else { return nil }
    if part.unicodeScalars.contains(where: { !TextRules.allows($0, in: content) }) { return "" }
    guard formatFrom == nil, appearance.mask == nil else { return nil }
    return text.rule(refusingBeginning: part)
  }

  /// True for content without letters.
  var excludesLetters: Bool { [.digits, .code, .phone].contains(content) }

  /// Returns amounts and numbers with all their decimal places.
  package func shown(_ value: Value, in language: Language) -> String? {
    guard case .decimal(let number) = value else { return nil }
    return NumberText.localized(self.number.text(of: number), in: language, grouped: isGrouped)
  }

  /// Returns a text as its fixed mask draws it; nil without a mask, or if the text does not match
  /// it.
  package func masked(_ value: Value) -> String? {
    guard let mask = appearance.mask, let text = value.string else { return nil }
    return Mask.drawing(of: text, through: mask)
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
    if let lines { writer.member("lines", lines) }
    number.write(to: &writer)
    slider?.write(to: &writer, text: number.text(of:))
    appearance.write(to: &writer, in: language)
  }
}

extension String {
  /// The text with a line feed for each line break: CR LF, CR or LF.
  fileprivate var withLineFeeds: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var units: [UInt8] = []
    var isAfterReturn = false
    for unit in utf8 {
      if unit != UInt8(ascii: "\n") || !isAfterReturn {
        units.append(unit == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : unit)
      }
      isAfterReturn = unit == UInt8(ascii: "\r")
    }
    return String(decoding: units, as: UTF8.self)
  }
}

/// The appearance of an input field: hints for clients, without effect on the rules.
struct InputAppearance: Sendable {
  /// The words for automatic capitalization (`capitalize`).
  static let capitals = ["none", "words", "sentences", "characters"]
  /// The words for the on-screen keyboard (`keyboard`).
  static let keyboards = ["default", "digits", "decimal", "phone", "email"]

  private let wide: Bool
  private let capitalize: String?
  private let guidance: Guidance
  /// The mask that formats the text while it is typed.
  let mask: String?
  private let keyboard: String?

  /// Reads `wide`, `capitalize`, `hint`, `help`, `mask` and `keyboard`.
  init(_ properties: inout Properties) {
    wide = properties.flag("wide", default: false)
    capitalize = properties.word("capitalize", of: Self.capitals)
    guidance = Guidance(&properties)
    mask = properties.string("mask")
    keyboard = properties.word("keyboard", of: Self.keyboards)
  }

  func write(to writer: inout Writer, in language: Language) {
    if wide { writer.member("wide", true) }
    if let capitalize { writer.member("capitalize", capitalize) }
    guidance.write(to: &writer, in: language)
    if let mask { writer.member("mask", mask) }
    if let keyboard { writer.member("keyboard", keyboard) }
  }
}
