/// The codes of ISO 4217.
enum Currencies {
  static let codes = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF
    CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
    IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
    MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
    SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED
    VES VND VUV WST XAF XAG XAU XCD XCG XDR XOF XPD XPF XPT YER ZAR ZMW ZWG
    """.split { $0.isWhitespace })

  /// The number of decimal places of a currency; two for an unknown one.
  static func places(of code: String) -> Int {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "CLF": 4
    default: 2
    }
  }

  /// The sign of a currency in a language, as the server writes it; its code if it has none.
  static func sign(of code: String, in language: String) -> String {
    switch (code, language) {
    case ("RUB", "ru"): "₽"
    case ("USD", "ru"): "$"
    case ("USD", _): "US$"
    case ("EUR", _): "€"
    case ("CNY", _): "CN¥"
    case ("GBP", _): "£"
    case ("JPY", "ru"): "¥"
    case ("JPY", _): "JP¥"
    default: code
    }
  }
}
