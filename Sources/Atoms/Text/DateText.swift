package import Dates
package import Texts

/// Dates in the format of a language (CLDR 48, `common/main/ru.xml` and `en_001.xml`).
package enum DateText {
  package enum Style: String, Sendable, CaseIterable {
    /// `21.11.2026` and `21/11/2026`.
    case short
    /// `21 нояб. 2026 г.`, with U+202F before the last word, and `21 Nov 2026`.
    case medium
    /// `21 ноября 2026 г.`, with U+202F before the last word, and `21 November 2026`.
    case long
  }

  /// Returns the date in the format of `style`. The default is the unambiguous `21.11.2026` or
  /// `21 Nov 2026`.
  package static func text(of date: CivilDate, _ style: Style? = nil, in language: Language) -> String {
    switch (style ?? (language == .ru ? .short : .medium), language) {
    case (.short, .ru): padded(date.day) + "." + padded(date.month) + ".\(date.year)"
    case (.short, .en): padded(date.day) + "/" + padded(date.month) + "/\(date.year)"
    case (.medium, .ru): "\(date.day) \(shortMonths[date.month - 1].ru) \(date.year)\u{202F}г."
    case (.medium, .en): "\(date.day) \(shortMonths[date.month - 1][.en]) \(date.year)"
    case (.long, .ru): "\(date.day) \(months[date.month - 1].ru) \(date.year)\u{202F}г."
    case (.long, .en): "\(date.day) \(months[date.month - 1][.en]) \(date.year)"
    }
  }

  /// Returns the date without its year: `21 ноября` and `21 November`.
  package static func text(ofDayInYear date: CivilDate, in language: Language) -> String {
    "\(date.day) \(months[date.month - 1][language])"
  }

  /// Returns a date and time `2026-11-21T17:00` as `21.11.2026, 17:00` or `21 Nov 2026, 17:00`; nil
  /// for any other text.
  package static func text(ofMoment text: String, in language: Language) -> String? {
    guard TimeText.isTime(text, withDay: true), let day = CivilDate(text.prefix(10)) else { return nil }
    return self.text(of: day, in: language) + ", " + text.suffix(5)
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  private static let months = [
    LocalizedText(ru: "января", en: "January"), LocalizedText(ru: "февраля", en: "February"),
    LocalizedText(ru: "марта", en: "March"), LocalizedText(ru: "апреля", en: "April"),
    LocalizedText(ru: "мая", en: "May"), LocalizedText(ru: "июня", en: "June"),
    LocalizedText(ru: "июля", en: "July"), LocalizedText(ru: "августа", en: "August"),
    LocalizedText(ru: "сентября", en: "September"), LocalizedText(ru: "октября", en: "October"),
    LocalizedText(ru: "ноября", en: "November"), LocalizedText(ru: "декабря", en: "December"),
  ]
  private static let shortMonths = [
    LocalizedText(ru: "янв.", en: "Jan"), LocalizedText(ru: "февр.", en: "Feb"), LocalizedText(ru: "мар.", en: "Mar"),
    LocalizedText(ru: "апр.", en: "Apr"), LocalizedText(ru: "мая", en: "May"), LocalizedText(ru: "июн.", en: "Jun"),
    LocalizedText(ru: "июл.", en: "Jul"), LocalizedText(ru: "авг.", en: "Aug"), LocalizedText(ru: "сент.", en: "Sept"),
    LocalizedText(ru: "окт.", en: "Oct"), LocalizedText(ru: "нояб.", en: "Nov"), LocalizedText(ru: "дек.", en: "Dec"),
  ]
}

/// Times of day in the format `17:00`.
package enum TimeText {
  /// Parses a time such as `17:00` and returns the minutes from midnight, 1 to 1439.
  ///
  /// Returns nil for any other text, and for `00:00`.
  package static func minutes(of text: String) -> Int? {
    let digits = Array(text.utf8)
    guard digits.count == 5, digits[2] == UInt8(ascii: ":"), let hour = Int(text.prefix(2)),
      let minute = Int(text.suffix(2)), (0..<24).contains(hour), (0..<60).contains(minute), hour + minute > 0,
      digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
    else { return nil }
    return hour * 60 + minute
  }

  /// Returns the date and the minutes from midnight of `2026-11-21T17:00`; nil for any other text.
  static func parts(ofMoment text: String) -> (day: CivilDate, minutes: Int)? {
    guard isTime(text, withDay: true), let day = CivilDate(text.prefix(10)) else { return nil }
    return (day, minutes(of: String(text.suffix(5))) ?? 0)
  }

  /// Returns true for a time from `00:00` to `23:59`. If `withDay` is true, returns true for a date
  /// and time such as `2026-11-21T17:00`.
  static func isTime(_ text: String, withDay: Bool = false) -> Bool {
    guard withDay else { return text == "00:00" || minutes(of: text) != nil }
    return text.utf8.count == 16 && text.utf8.dropFirst(10).first == UInt8(ascii: "T")
      && CivilDate(text.prefix(10)) != nil
      && isTime(String(text.suffix(5)))
  }
}
