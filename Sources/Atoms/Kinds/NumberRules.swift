import SourceText
import JSON

/// The limits of a number or an amount. All arithmetic is exact decimal.
struct NumberRules: Sendable {
  /// The maximum number of digits, decimal places included. An amount with so many digits fits in
  /// 64 bits as minor units.
  static let maximumDigits = 18

  /// The currency of an amount, if it is in the definition.
  private(set) var currency: String?
  /// The source of the currency, if it depends on another value of the operation.
  private(set) var currencyFrom: SourceNode?
  private var scale: Int?
  /// The constant limits.
  private(set) var minimum: Decimal?
  private(set) var maximum: Decimal?
  /// The constant limits, in the syntax of conditions.
  var bounds: (minimum: String?, maximum: String?) { (minimum?.description, maximum?.description) }
  /// The maximum number of decimal places; nil if it is not limited.
  var places: Int? { scale ?? (currencyFrom == nil ? nil : CurrencyScale.maximum) }
  /// The number of decimal places that the values can have in every currency; nil if it is not
  /// limited.
  var commonPlaces: Int? { currencyFrom == nil ? scale : 0 }
  /// True if the number of decimal places is limited.
  var hasScale: Bool { scale != nil }
  private(set) var written: [WrittenLimit] = []

  init() {}

  /// Reads `min`, `max` and `scale` (0 to 18).
  ///
  /// An amount has no `scale`. It requires `currency` or `currencyFrom`, which determines the
  /// number of decimal places.
  init(_ properties: inout Properties, money: Bool) {
    minimum = limit("min", &properties)
    maximum = limit("max", &properties)
    if let minimum, let maximum, maximum < minimum, let node = properties.node("max") {
      properties.error(.noPossibleValue, "`max` is below `min`: no value can pass", at: node.location)
    }
    if money {
      currencyFrom = properties.node("currencyFrom")
      currency = properties.word("currency", of: CurrencyScale.codes, required: currencyFrom == nil)
      scale = currency.flatMap(CurrencyScale.scale)
      if let node = currencyFrom, properties.node("currency") != nil {
        properties.error(
          .conflict, "`currencyFrom` conflicts with `currency`: an amount has one currency", at: node.location)
      }
    } else {
      scale = properties.integer("scale", in: 0...18)
    }
    for (name, limit) in [("min", minimum), ("max", maximum)] {
      guard let limit, let scale, limit.scale > scale, let node = properties.node(name) else { continue }
      properties.warning(
        .wrongValue, "`\(name)` has more decimal places than the values, which have at most \(scale)", at: node.location
      )
    }
  }

  private mutating func limit(_ name: String, _ properties: inout Properties) -> Decimal? {
    guard let limit = WrittenLimit(name, &properties) else { return properties.decimal(name) }
    written.append(limit)
    return nil
  }

  /// Returns the violation of the first rule that the number breaks. `scale` replaces the number of
  /// decimal places if the currency is variable.
  func judge(_ number: Decimal, scale following: Int? = nil) -> Violation? {
    let scale = following ?? scale
    if let scale, number.scale > scale { return Violation("scale", params: [("scale", .integer(Int64(scale)))]) }
    if let minimum, number < minimum { return Violation("min", params: [("min", .string(text(of: minimum, scale)))]) }
    if let maximum, number > maximum { return Violation("max", params: [("max", .string(text(of: maximum, scale)))]) }
    let plain = number.normalized
    let whole = max(0, plain.digits + plain.exponent) + (scale ?? max(0, -plain.exponent))
    if whole > Self.maximumDigits {
      return Violation("max", sentence: "digits", params: [("digits", .integer(Int64(Self.maximumDigits)))])
    }
    return nil
  }

  /// A schema of posted numbers. Texts are checked only for their format, because a pattern cannot
  /// compare a value.
  var schema: Value {
    var number = Object([("type", "number")])
    if let minimum { number["minimum"] = .decimal(minimum) }
    if let maximum { number["maximum"] = .decimal(maximum) }
    let sign = minimum.map { $0 > Decimal(0) } == true ? "\\+?" : "[-+]?"
    // Zeros after the last decimal place do not change the value.
    let fraction = scale.map { $0 == 0 ? "(?:\\.0+)?" : "(?:\\.[0-9]{1,\($0)}0*)?" } ?? "(?:\\.[0-9]+)?"
    let text = PatternText.trimmed("\(sign)[0-9]+\(fraction)")
    return ["anyOf": [.object(number), ValueSchemas.pattern(text)]]
  }

  /// Returns the number as clients see it, with all its decimal places.
  func text(of number: Decimal) -> String { text(of: number, scale) }

  private func text(of number: Decimal, _ scale: Int?) -> String {
    scale.flatMap { number.text(places: $0) } ?? number.description
  }

  func write(to writer: inout Writer) {
    if let currency { writer.member("currency", currency) }
    if let scale { writer.member("scale", scale) }
    if let minimum { writer.member("min", text(of: minimum)) }
    if let maximum { writer.member("max", text(of: maximum)) }
  }
}

/// The decimal places of the currencies that accounts can have (ISO 4217).
enum CurrencyScale {
  private static let scales = [
    "AED": 2, "BYN": 2, "CHF": 2, "CNY": 2, "EUR": 2, "GBP": 2, "JPY": 0, "KZT": 2, "RUB": 2, "TRY": 2, "USD": 2,
  ]

  /// The codes in alphabetical order.
  static let codes = scales.keys.sorted()

  /// The maximum number of decimal places of all currencies.
  static let maximum = scales.values.max() ?? 0

  /// Returns the number of decimal places of a currency; nil for an unknown code.
  static func scale(_ code: String) -> Int? { scales[code] }
}
