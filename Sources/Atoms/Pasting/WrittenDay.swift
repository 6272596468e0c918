import Dates

/// Days and times as people write them in tables.
enum WrittenDay {
  private static let longest = 64
  /// The names of each month: the nominative, the genitive and abbreviations, in lower case.
  private static let months = [
    ["январь", "января", "янв", "january", "jan"], ["февраль", "февраля", "февр", "фев", "february", "feb"],
    ["март", "марта", "мар", "march", "mar"], ["апрель", "апреля", "апр", "april", "apr"], ["май", "мая", "may"],
    ["июнь", "июня", "июн", "june", "jun"], ["июль", "июля", "июл", "july", "jul"],
    ["август", "августа", "авг", "august", "aug"], ["сентябрь", "сентября", "сент", "сен", "september", "sept", "sep"],
    ["октябрь", "октября", "окт", "october", "oct"], ["ноябрь", "ноября", "нояб", "ноя", "november", "nov"],
    ["декабрь", "декабря", "дек", "december", "dec"],
  ]

  /// Returns the day of `1.12.2026`, `01/12/26`, `2026-12-01` or `1 декабря 2026` as `2026-12-01`;
  /// nil for another text, and for a day that does not exist.
  ///
  /// A year of two digits is the one nearest to today. Midnight after the day is ignored, because
  /// spreadsheets copy it.
  static func day(_ text: String, near today: CivilDate?) -> String? {
    guard text.utf8.count <= longest else { return nil }
    let (written, time) = parts(of: text)
    guard time == nil || time == "00:00", let fields = fields(of: written), fields.count == 3 else { return nil }
    if fields[0].count == 4 { return day(fields[0], fields[1], fields[2]) }
    guard fields[2].count != 2 else {
      let century = (today?.year ?? 2000) / 100 * 100
      let years = [century - 100, century, century + 100].compactMap { base in Int(fields[2]).map { base + $0 } }
      let now = today?.year ?? 2000
      return years.min { abs($0 - now) < abs($1 - now) }.flatMap { day(String($0), fields[1], fields[0]) }
    }
    return fields[2].count == 4 ? day(fields[2], fields[1], fields[0]) : nil
  }

  /// Returns the day and time of `1.12.2026 9:05` as `2026-12-01T09:05`; nil for another text.
  static func moment(_ text: String, near today: CivilDate?) -> String? {
    guard text.utf8.count <= longest else { return nil }
    let (written, time) = parts(of: text)
    guard let time, let day = day(written, near: today) else { return nil }
    return day + "T" + time
  }

  /// Returns the time of `9:05` or `09:05:00` as `09:05`; nil for another text.
  static func time(_ text: String) -> String? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), (1...2).contains(fields[0].count),
      fields.allSatisfy({ $0.utf8.allSatisfy(isDigit) }), fields.count == 2 || fields[2] == "00"
    else { return nil }
    let time = (fields[0].count == 1 ? "0" : "") + fields[0] + ":" + fields[1]
    return TimeText.isTime(time) ? time : nil
  }

  private static func day(_ year: String, _ month: String, _ day: String) -> String? {
    guard let year = Int(year), let month = Int(month), let day = Int(day) else { return nil }
    return CivilDate(year: year, month: month, day: day)?.description
  }

  /// Returns the text before a time, and the time; the whole text without a time.
  private static func parts(of text: String) -> (day: String, time: String?) {
    guard let gap = text.lastIndex(where: { $0 == " " || $0 == "T" || $0 == "\u{A0}" }),
      let time = time(String(text[text.index(after: gap)...]))
    else { return (text, nil) }
    let day = text[..<gap]
    return (String(day.hasSuffix(",") ? day.dropLast() : day), time)
  }

  /// Returns the numbers of a day in their written order, with the number of a named month; nil for
  /// another text.
  private static func fields(of text: String) -> [String]? {
    var words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if let last = words.last, ["г", "года"].contains(last) { words.removeLast() }
    let separators = text.unicodeScalars.filter { !$0.properties.isAlphabetic && !("0"..."9").contains($0) }
    guard separators.allSatisfy({ " \u{A0}.,/-−–".unicodeScalars.contains($0) }) else { return nil }
    var fields: [String] = []
    for (place, word) in words.enumerated() {
      if word.utf8.allSatisfy(isDigit) {
        guard (1...4).contains(word.count) else { return nil }
        fields.append(word)
      } else {
        guard place == 1, let month = months.firstIndex(where: { $0.contains(word) }) else { return nil }
        fields.append(String(month + 1))
      }
    }
    return fields
  }

  private static func isDigit(_ unit: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit) }
}
