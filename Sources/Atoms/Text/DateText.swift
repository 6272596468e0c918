package import Conditions

/// Dates as people of a language read them (CLDR 48, `common/main/ru.xml` and `en_001.xml`).
package enum DateText {
  /// How much is spelled out.
  package enum Style: String, Sendable, CaseIterable {
    /// `21.11.2026`, `21/11/2026`.
    case short
    /// `21 нояб. 2026 г.`, with U+202F before the last word; `21 Nov 2026`.
    case medium
    /// `21 ноября 2026 г.`, with U+202F before the last word; `21 November 2026`.
    case long
  }

  /// The date in that style; without one `21.11.2026` and `21 Nov 2026`, which nobody takes for another day.
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
