extension Currency {
  /// The digits 6 to 8 of account numbers in this currency: the code of ISO 4217, except for the
  /// rouble. Nil for a currency that is not listed.
  package var accountDigits: String? {
    Self.digits[rawValue]
  }

  private static let digits: [String: String] = [
    "AED": "784", "AMD": "051", "AUD": "036", "AZN": "944", "BRL": "986", "BYN": "933", "CAD": "124", "CHF": "756",
    "CNY": "156", "CZK": "203", "DKK": "208", "EGP": "818", "EUR": "978", "GBP": "826", "GEL": "981", "HKD": "344",
    "HUF": "348", "IDR": "360", "INR": "356", "IRR": "364", "JPY": "392", "KGS": "417", "KRW": "410", "KZT": "398",
    "MDL": "498", "MNT": "496", "NOK": "578", "PLN": "985", "QAR": "634", "RON": "946", "RSD": "941", "RUB": "810",
    "SAR": "682", "SEK": "752", "SGD": "702", "THB": "764", "TJS": "972", "TMT": "934", "TRY": "949", "UAH": "980",
    "USD": "840", "UZS": "860", "VND": "704", "ZAR": "710",
  ]
}
