/// How many decimal places the currencies have that accounts are kept in (ISO 4217).
enum CurrencyScale {
  private static let scales = [
    "AED": 2, "BYN": 2, "CHF": 2, "CNY": 2, "EUR": 2, "GBP": 2, "JPY": 0, "KZT": 2, "RUB": 2, "TRY": 2, "USD": 2,
  ]

  /// The codes in alphabetical order.
  static let codes = scales.keys.sorted()

  /// The decimal places of that currency.
  static func scale(_ code: String) -> Int? { scales[code] }
}
