import Conditions
import JSON

extension Evaluation {
  /// Returns the limits that are expressions and have a value now, `min` first.
  mutating func limits(of atom: Atom) -> [(name: String, value: Value)] {
    var limits: [(name: String, value: Value)] = []
    for limit in atom.limits {
      let value = value(of: limit.expression, for: atom, limit.name == "min" ? "min" : "max")
      if value.isNull { continue }
      guard let read = atom.input?.limit(value.exact) else {
        // `kept` records the failure. A limit that cannot be evaluated rejects the value.
        _ = kept(value, of: atom, limit.name)
        continue
      }
      limits.append((limit.name, scaled(read, of: atom)))
    }
    return limits
  }

  /// Returns the violation of a limit; nil if the value satisfies it.
  func violation(
    of value: Value, _ kind: any InputKind, at limit: (name: String, value: Value)
  ) -> Violation? {
    let isBelow: Bool
    let isAbove: Bool
    var sentence = limit.name
    switch (value, limit.value) {
    case (.string(let text), .string(let bound)):
      // The text form of dates and times sorts chronologically.
      (isBelow, isAbove) = (text < bound, ClockRules.exceeds(text, bound))
      sentence += "Date"
    default:
      guard let number = value.decimal, let bound = limit.value.decimal else { return nil }
      (isBelow, isAbove) = (number < bound, number > bound)
    }
    guard limit.name == "min" ? isBelow : isAbove else { return nil }
    return Violation(limit.name, sentence: sentence, params: [(limit.name, kind.wire(limit.value))])
  }

  /// Returns the current currency of an amount with `currencyFrom`; nil if it is missing or
  /// unknown.
  mutating func currency(of atom: Atom) -> String? {
    switch atom.currencyFrom {
    case nil: return nil
    case .expression(let expression): return value(of: expression, for: atom, "currencyFrom").string
    case .option(let place, let field, _):
      noteDoubt(of: place)
      let chosen = input.values[place]
      guard !chosen.isNull, here.template == nil || StepBudget.take(16) else { return nil }
      return allOptions(of: operation.atoms[place])?.first { $0["value"] == chosen }?[field]?.string
    }
  }

  /// Returns the number of decimal places of the current currency; nil if it is missing, unknown or
  /// not supported.
  mutating func scale(of atom: Atom) -> Int? { currency(of: atom).flatMap(CurrencyScale.scale) }

  /// Returns the amount with all decimal places of its current currency. An amount with more
  /// decimal places is unchanged.
  mutating func scaled(_ value: Value, of atom: Atom) -> Value {
    guard atom.currencyFrom != nil, case .decimal(let number) = value, let scale = scale(of: atom),
      let text = number.text(places: scale)
    else {
      return value
    }
    return Decimal(text).map(Value.decimal) ?? value
  }

  /// Returns the violation of an amount with `currencyFrom`: of its currency, otherwise of its
  /// kind's rules.
  mutating func amountViolation(of value: Value, _ atom: Atom, _ kind: any InputKind) -> Violation? {
    guard let code = currency(of: atom) else { return Violation("currency") }
    guard let scale = CurrencyScale.scale(code), let kind = kind as? TextInputKind else {
      return Violation("currency", sentence: "otherCurrency", params: [("currency", .string(code))])
    }
    return kind.judge(value, scale: scale)
  }
}

extension Value {
  /// The value, with a floating-point number converted to decimal text, because atoms do not store
  /// binary floating point.
  var exact: Value {
    guard case .float(let number) = self, let digits = Decimal(shortest: number) else { return self }
    return .string(digits.description)
  }

  /// The value as `send` stores it, with decimals as text.
  var stored: Value {
    switch self {
    case .decimal: integer == nil ? .string(plainText) : self
    case .float: exact
    case .array(let elements): .array(elements.map(\.stored))
    case .object(let record):
      .object(Object(unique: record.members.map { Object.Member(name: $0.name, value: $0.value.stored) }))
    default: self
    }
  }
}
