import Conditions
import Dates
import Texts
import SourceText
import JSON

/// The value that a text atom shows, as written.
struct WrittenShown {
  /// The expression of the value.
  let value: SourceNode
  /// The role; nil if absent.
  let role: Role?
  /// The location of the role, otherwise of the value.
  let roleLocation: Location
  /// The fixed currency of an amount; nil if absent.
  let currency: String?
  /// The expression of an amount's currency; nil if absent.
  let currencyFrom: SourceNode?

  /// Reads `value`, `role`, `currency` and `currencyFrom`; returns nil if `value` is absent.
  init?(_ properties: inout Properties) {
    let value = properties.node("value")
    let role = properties.word("role", of: Role.allCases.map(\.rawValue)).flatMap(Role.init)
    let currency = properties.word("currency", of: CurrencyScale.codes)
    let currencyFrom = properties.node("currencyFrom")
    guard let value, properties.has("value") else {
      for name in ["role", "currency", "currencyFrom"] where properties.has(name) {
        let place = properties.node(name)?.location ?? properties.location
        properties.error(.missingCompanion, "`\(name)` requires `value`, which it describes", at: place)
      }
      return nil
    }
    if currency != nil, let currencyFrom {
      properties.error(
        .conflict, "`currency` conflicts with `currencyFrom`", remedy: ": use only one of them",
        at: currencyFrom.location)
    }
    roleLocation = properties.node("role")?.location ?? value.location
    (self.value, self.role, self.currency, self.currencyFrom) = (value, role, currency, currencyFrom)
  }
}

/// The value that a text atom shows, compiled: an expression with a role.
final class ShownSource: Sendable {
  /// The currency of an amount.
  enum Currency: Sendable {
    case fixed(String)
    case expression(ConditionExpression)
    /// The currency of the amount input at this index.
    case atom(Int)
  }

  let value: ConditionExpression
  let role: Role
  let currency: Currency?
  /// The index of the atom if the expression is a plain reference to it; otherwise nil.
  let place: Int?
  /// True if the value can be a quotient that does not terminate.
  let isQuotient: Bool

  init(_ value: ConditionExpression, as role: Role, _ currency: Currency?, of place: Int?, isQuotient: Bool) {
    (self.value, self.role) = (value, role)
    (self.currency, self.place) = (currency, place)
    self.isQuotient = isQuotient
  }

  /// All expressions to evaluate.
  var expressions: [ConditionExpression] {
    if case .expression(let currency) = currency { [value, currency] } else { [value] }
  }
}

extension OperationCompiler {
  /// Compiles the value that a text atom shows; returns nil if it is absent, or after adding an
  /// error.
  mutating func shown(by kind: any AtomKind, in scope: Scope) -> ShownSource? {
    guard let written = (kind as? TextKind)?.written, let value = expression(written.value, in: scope) else {
      return nil
    }
    if let secret = secret(in: value) {
      diagnostics.error(.secret, "`$\(secret)` is a password or code, which is never shown", at: written.value.location)
      return nil
    }
    var place: Int?
    if case .outer(let slot) = value.slot, drafts.indices.contains(slot) { place = slot }
    let input = place.flatMap { drafts[$0].input }
    let usual = Self.role(of: value.type, in: input)
    let role = written.role ?? usual
    guard Self.fits(role, value.type) else {
      diagnostics.error(
        .wrongType, "`role: \(role.rawValue)` takes \(Self.taken(by: role)), and this value is \(value.type.wholeNoun)",
        remedy: ": write `role: \(usual.rawValue)`", at: written.roleLocation)
      return nil
    }
    guard let currency = currency(of: written, role, place: place, input, in: scope) else { return nil }
    let isQuotient = isQuotient(value)
    if isQuotient, role != .amount {
      diagnostics.warning(
        .wrongValue,
        "`\(written.value.scalar ?? value.text)` can have any number of decimal places, and at most three are shown",
        remedy: ": write `\(value.rounding(to: 2) ?? "round(\(value.text), 2)")` for two", at: written.value.location)
    }
    return ShownSource(value, as: role, currency, of: place, isQuotient: isQuotient)
  }

  /// Returns the currency of an amount, or `.some(nil)` for another role; nil after adding an
  /// error.
  private mutating func currency(
    of written: WrittenShown, _ role: Role, place: Int?, _ input: (any InputKind)?, in scope: Scope
  ) -> ShownSource.Currency?? {
    let node = written.currencyFrom
    guard role == .amount else {
      guard written.currency != nil || node != nil else { return .some(nil) }
      diagnostics.error(
        .missingCompanion, "`\(node == nil ? "currency" : "currencyFrom")` requires `role: amount`",
        at: node?.location ?? written.roleLocation)
      return nil
    }
    if let code = written.currency { return .fixed(code) }
    if let node {
      guard let expression = expression(node, in: scope) else { return nil }
      guard expression.type == .text || expression.type == .any else {
        diagnostics.error(
          .wrongType, "`currencyFrom` takes the three letters of a currency, found \(expression.type.wholeNoun)",
          at: node.location)
        return nil
      }
      return .expression(expression)
    }
    if let text = input as? TextInputKind, text.content == .amount {
      if let code = text.currency { return .fixed(code) }
      if text.currencyFrom != nil, let place { return .atom(place) }
    }
    diagnostics.error(
      .missingCompanion, "`role: amount` requires `currency` or `currencyFrom`", at: written.roleLocation)
    return nil
  }

  /// Returns the default role of a value: the role of the referenced input, otherwise of the type.
  private static func role(of type: ValueType, in input: (any InputKind)?) -> Role {
    switch input {
    case let text as TextInputKind:
      if let role = text.role, role != .amount || text.currency != nil || text.currencyFrom != nil { return role }
    case is AccountPickerKind: return .account
    case is DateTimeInputKind: return .dateTime
    default: break
    }
    return switch type {
    case .number, .integer: .number
    case .date: .date
    default: .text
    }
  }

  private static func fits(_ role: Role, _ type: ValueType) -> Bool {
    switch (role, type) {
    case (_, .any): true
    case (.amount, .number), (.amount, .integer), (.number, .number), (.number, .integer): true
    case (.date, .date), (.text, .text), (.text, .boolean), (.text, .number), (.text, .integer), (.text, .date): true
    case (.dateTime, .text), (.account, .text), (.card, .text), (.person, .text), (.status, .text): true
    default: false
    }
  }

  private static func taken(by role: Role) -> String {
    switch role {
    case .amount, .number: "a number"
    case .date: "a date"
    case .text: "a single value"
    default: "text"
    }
  }
}

extension Evaluation {
  /// Returns the label and value that a text atom shows; nil if it shows no value, or the value is
  /// missing.
  mutating func pair(of atom: Atom) -> ShownPair? {
    guard let source = atom.captionFrom, let shown = source.shown else { return nil }
    for lookup in source.lookups where !marks[operation.atoms.count + lookup].contains(.known) { return nil }
    let outer = doubt
    defer { doubt = outer }
    let value = value(of: shown.value, for: atom, "value")
    guard !value.isNull else { return nil }
    return ShownPair(LocalizedText(ru: ownCaption(of: atom), en: nil), self.value(value, as: shown, for: atom))
  }

  private mutating func value(_ value: Value, as shown: ShownSource, for atom: Atom) -> ShownValue {
    let plain = value.plainText
    let kind = shown.place.flatMap { operation.atoms[$0].input }
    switch shown.role {
    case .amount:
      var code: String?
      switch shown.currency {
      case .fixed(let fixed): code = fixed
      case .expression(let expression): code = self.value(of: expression, for: atom, "currencyFrom").string
      case .atom(let place): code = currency(of: operation.atoms[place])
      case nil: break
      }
      guard let number = value.decimal ?? Decimal(plain) else { return .text(LocalizedText(ru: plain, en: nil)) }
      guard let code, let scale = CurrencyScale.scale(code) else { return .number(number.description) }
      return .amount(NumberText.rounded(number, minimum: scale, maximum: max(scale, number.scale)), code)
    case .number:
      let number = value.decimal ?? Decimal(plain)
      let text = kind?.shown(value, in: language) ?? quotient(value, of: shown)
      return ShownValue(.number, number?.description ?? plain, text.map { LocalizedText(ru: $0, en: nil) })
    case .text:
      if case .literal(let choices) = kind?.options, let choice = choices.first(where: { $0.value == value }) {
        return .text(choice.caption, value: plain)
      }
      let text =
        kind?.shown(value, in: language) ?? CivilDate(plain).map { DateText.text(of: $0, in: language) }
        ?? quotient(value, of: shown)
      return .text(LocalizedText(ru: text ?? value.text(in: language), en: nil), value: plain)
    default: return ShownValue(shown.role, plain)
    }
  }

  /// Returns the text of a quotient; nil for any other value.
  private func quotient(_ value: Value, of shown: ShownSource) -> String? {
    guard shown.isQuotient, let number = value.decimal else { return nil }
    return NumberText.text(ofQuotient: number, in: language)
  }
}
