#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Formats values of the server for people.
///
///     ShownTexts.sum("-1234.5", currency: "RUB", in: "ru")  // "−1 234,50 ₽"
///     ShownTexts.account("40702810900000000123")            // "40702 810 9 0000 0000123"
public enum ShownTexts {
  /// Returns a decimal text with groups of digits and, if it has one, its currency. Other texts are
  /// unchanged.
  ///
  /// - Parameters:
  ///   - amount: The decimal text.
  ///   - currency: The code of the currency; nil for a number.
  ///   - language: The language of the form, `ru` or `en`.
  ///   - scale: The least number of decimal places; nil to use the currency.
  public static func sum(
    _ amount: String, currency: String? = nil, in language: String, scale: Int? = nil
  ) -> String {
    guard let parts = amount.wholeMatch(of: /([-−]?)([0-9]+)(?:[.,]([0-9]+))?/) else { return amount }
    let code = currency.flatMap { $0.isEmpty ? nil : $0 }
    let least = scale ?? code.map(Currencies.places) ?? 0
    var decimals = String(parts.output.3 ?? "")
    decimals += String(repeating: "0", count: max(0, least - decimals.count))
    let (group, point) = language == "ru" ? ("\u{A0}", ",") : (",", ".")
    let digits = Array(parts.output.2)
    let whole = digits.indices.map { index in
      index > 0 && (digits.count - index) % 3 == 0 ? group + String(digits[index]) : String(digits[index])
    }
    let number = whole.joined() + (decimals.isEmpty ? "" : point + decimals)
    let minus = parts.output.1.isEmpty ? "" : "−"
    guard let code else { return minus + number }
    let sign = Currencies.sign(of: code, in: language)
    let isBehind = language == "ru" || sign.unicodeScalars.last?.isLetter == true
    return isBehind ? "\(minus)\(number)\u{A0}\(sign)" : minus + sign + number
  }

  /// Returns an account number in the groups 5-3-1-4-7. Other texts are unchanged.
  public static func account(_ text: String) -> String {
    text.replacing(/^([0-9]{5})([0-9]{3})([0-9])([0-9]{4})([0-9]{7})$/) { found in
      let (_, one, two, three, four, five) = found.output
      return [one, two, three, four, five].joined(separator: "\u{A0}")
    }
  }

  /// Returns a moment such as `2026-11-22T17:48:00Z` in the time zone of the bank, with a 24-hour
  /// clock: `22.11.2026, 20:48`, or `22 Nov 2026, 20:48`. Other texts are unchanged.
  ///
  /// - Parameters:
  ///   - text: The moment.
  ///   - zone: The identifier of the time zone, such as `Europe/Moscow`.
  ///   - language: The language of the form, `ru` or `en`.
  public static func moment(_ text: String, in zone: String, language: String) -> String {
    guard let date = try? Date(text, strategy: .iso8601), let zone = TimeZone(identifier: zone) else { return text }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let found = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    guard let year = found.year, let month = found.month, let day = found.day, let hour = found.hour,
      let minute = found.minute
    else { return text }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"]
    let drawn = language == "ru" ? "\(two(day)).\(two(month)).\(year)" : "\(day) \(months[month - 1]) \(year)"
    return "\(drawn), \(two(hour)):\(two(minute))"
  }

  /// Returns a text with right-to-left letters so that it does not reorder the text around it.
  public static func isolated(_ text: String) -> String {
    let isReversed = text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: true
      default: false
      }
    }
    return isReversed ? "\u{2068}\(text)\u{2069}" : text
  }
}

extension Atom {
  /// The mask that groups the digits of an account while they are typed; nil for other inputs.
  public var groupingMask: String? {
    content == .digits && role == .account ? "#####\u{A0}###\u{A0}#\u{A0}####\u{A0}#######" : nil
  }
}
