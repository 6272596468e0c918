/// An international bank account number: country, two check digits, and an account in the structure
/// of the country.
///
/// Rules: ISO 13616-1 for the form and the check digits (ISO 7064, MOD 97-10), SWIFT's IBAN
/// Registry, release 101, for the structures and lengths of countries. Confidence: high. Lowercase
/// letters are rejected. Single spaces between characters are accepted, as in print. The
/// verification does not check that the account exists.
///
///     IBAN.verify("DE89 3704 0044 0532 0130 00")      // nil
///     IBAN.verify("US89370400440532013000")?.code     // "unlisted"
///     IBAN.verify("DE88370400440532013000")?.description
///     // "check-digit, position 3, found 88, expected 89"
public enum IBAN {
  /// Returns the first fault of an IBAN, or nil if it is valid.
  public static func verify(_ iban: String) -> Reason? {
    var before: Unicode.Scalar = " "
    let fault = iban.fault { scalar, position in
      // `fault` starts again at position 1 if the text has non-ASCII characters.
      if position == 1 { before = " " }
      defer { before = scalar }
      return scalar.isCapital || scalar.isDigit || scalar == " " && before != " "
    }
    if let fault { return fault }
    // Positions refer to the text as entered, with its spaces.
    let found = iban.utf8.enumerated().filter { $1 != 0x20 }
    guard found.count >= 2 else { return .length(found.count, allowed: [15...34]) }
    if before == " " { return .character(" ", position: iban.utf8.count) }
    for (place, byte) in found.prefix(2) where !Unicode.Scalar(byte).isCapital {
      return .character(Unicode.Scalar(byte), position: place + 1)
    }
    let country = String(iban.prefix(2))
    guard let structure = structures[country] else { return .unlisted(country) }
    let kinds = Self.kinds("2n" + structure)
    guard found.count == kinds.count + 2 else {
      return .length(found.count, allowed: [kinds.count + 2...kinds.count + 2])
    }
    for (kind, (place, byte)) in zip(kinds, found.dropFirst(2)) where !kind.takes(Unicode.Scalar(byte)) {
      return .character(Unicode.Scalar(byte), position: place + 1)
    }
    let bytes = found.map(\.element)
    let account = bytes[4...] + bytes[..<2] + [0x30, 0x30]
    let (stated, expected) = (Int(bytes[2]) * 10 + Int(bytes[3]) - 0x30 * 11, 98 - Mod97.remainder(of: account))
    return stated == expected ? nil : .checkDigit(position: found[2].offset + 1, found: stated, expected: expected)
  }

  private enum Kind: Character {
    case digit = "n"
    case capital = "a"
    case either = "c"

    func takes(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: scalar.isDigit
      case .capital: scalar.isCapital
      case .either: true
      }
    }
  }

  /// Returns the kind of each character of a structure such as `4a10n`.
  private static func kinds(_ structure: String) -> [Kind] {
    var (kinds, count) = ([Kind](), 0)
    for letter in structure {
      if let digit = letter.wholeNumberValue {
        count = count * 10 + digit
      } else if let kind = Kind(rawValue: letter) {
        kinds += Array(repeating: kind, count: count)
        count = 0
      }
    }
    return kinds
  }

  /// The characters after the check digits, by country: counts of digits (n), capital letters (a)
  /// and either (c).
  private static let structures = [
    "AD": "8n12c", "AE": "19n", "AL": "8n16c", "AT": "16n", "AZ": "4a20c", "BA": "16n", "BE": "12n", "BG": "4a6n8c",
    "BH": "4a14c", "BI": "23n", "BR": "23n1a1c", "BY": "4c4n16c", "CH": "5n12c", "CR": "18n", "CY": "8n16c",
    "CZ": "20n", "DE": "18n", "DJ": "23n", "DK": "14n", "DO": "4c20n", "EE": "16n", "EG": "25n", "ES": "20n",
    "FI": "14n", "FK": "2a12n", "FO": "14n", "FR": "10n11c2n", "GB": "4a14n", "GE": "2a16n", "GI": "4a15c",
    "GL": "14n", "GR": "7n16c", "GT": "24c", "HN": "4a20n", "HR": "17n", "HU": "24n", "IE": "4a14n", "IL": "19n",
    "IQ": "4a15n", "IS": "22n", "IT": "1a10n12c", "JO": "4a4n18c", "KW": "4a22c", "KZ": "3n13c", "LB": "4n20c",
    "LC": "4a24c", "LI": "5n12c", "LT": "16n", "LU": "3n13c", "LV": "4a13c", "LY": "21n", "MC": "10n11c2n",
    "MD": "20c", "ME": "18n", "MK": "3n10c2n", "MN": "16n", "MR": "23n", "MT": "4a5n18c", "MU": "4a19n3a",
    "NI": "4a20n", "NL": "4a10n", "NO": "11n", "OM": "3n16c", "PK": "4a16c", "PL": "24n", "PS": "4a21c", "PT": "21n",
    "QA": "4a21c", "RO": "4a16c", "RS": "18n", "RU": "14n15c", "SA": "2n18c", "SC": "4a20n3a", "SD": "14n",
    "SE": "20n", "SI": "15n", "SK": "20n", "SM": "1a10n12c", "SO": "19n", "ST": "21n", "SV": "4a20n", "TL": "19n",
    "TN": "20n", "TR": "6n16c", "UA": "6n19c", "VA": "18n", "VG": "4a16n", "XK": "16n", "YE": "4a4n18c",
  ]
}

/// The check digits of ISO 7064, MOD 97-10. A letter counts as two digits, 10 for A to 35 for Z.
enum Mod97 {
  /// Returns the remainder by 97 of the digits and capital letters in `bytes`.
  static func remainder(of bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { rest, byte in
      byte < 0x41 ? (rest * 10 + Int(byte) - 0x30) % 97 : (rest * 100 + Int(byte) - 0x41 + 10) % 97
    }
  }
}
