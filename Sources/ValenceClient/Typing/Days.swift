/// Reads days and times as people write them.
public enum Days {
  /// Returns a day as `2026-12-01`, written as `1.12.2026`, `01.12.26`, `01122026`, `2026-12-01` or
  /// `1 декабря 2026`; nil for any other text and for a day that does not exist.
  ///
  /// - Parameters:
  ///   - text: The entered text.
  ///   - today: The present day, such as `2026-11-23`. A year of two digits is the nearest one.
  ///   - minimum: ``Atom/minimum`` of the input. Years far from the limits are used last.
  ///   - maximum: ``Atom/maximum`` of the input.
  public static func read(
    _ text: String, today: String, minimum: String? = nil, maximum: String? = nil
  ) -> String? {
    guard let parts = parts(of: text), let now = year(of: today), let number = Int(parts.year) else { return nil }
    if parts.year.count > 2 { return day(number, parts.month, parts.day) }
    let near = now - now % 100 + number
    let years = [near - 100, near, near + 100].sorted { (abs($0 - now), $0) < (abs($1 - now), $1) }
    let days = years.compactMap { each in day(each, parts.month, parts.day).map { (year: each, day: $0) } }
    // A day slightly outside the limits is probably a mistake: keep it, so that the server refuses
    // it.
    let (first, last) = (minimum.flatMap(year) ?? .min + 1, maximum.flatMap(year) ?? .max - 1)
    let allowed = days.first { $0.year >= first - 1 && $0.year <= last + 1 && $0.year < now + 75 }
    return (allowed ?? days.first)?.day
  }

  /// Returns the typed text with points after the day and the month: `21.1` for `211`. Typed points
  /// are kept. If a second separator shows that the year is first, the point in the year is
  /// removed.
  public static func pointed(_ text: String) -> String {
    if let year = text.firstMatch(of: /^([0-9]{2})\.([0-9]{2})([.\/\p{Pd}])[0-9][0-9]?\3/),
      year.output.3 != "." || (Int(year.output.2) ?? 0) > 12, let point = text.firstIndex(of: ".")
    {
      var text = text
      text.remove(at: point)
      return text
    }
    guard text.unicodeScalars.allSatisfy({ $0.isDigit || $0 == "." }), !text.contains("..") else { return text }
    var parts = text.split(separator: ".", omittingEmptySubsequences: false)
    for place in 0...1 where parts.indices.contains(place) && parts[place].count > 2 {
      // A later point was typed: do not move digits across it.
      if place + 1 < parts.count { return text }
      let part = parts[place]
      parts.replaceSubrange(place...place, with: [part.prefix(2), part.dropFirst(2)])
    }
    return parts.joined(separator: ".")
  }

  /// Returns a time of day as `09:05`, written as `9:5`, `9.05`, `905` or `9`; nil for any other
  /// text.
  public static func readTime(_ text: String) -> String? {
    let bare = text.narrow.without(\.isFormat).trimmed
    let apart = bare.wholeMatch(of: /([0-9]{1,2})(?:\s*[:.,\p{Pd}]\s*|\s+)([0-9]{1,2})/)
    let joined = bare.wholeMatch(of: /([0-9]{1,2})([0-9]{2})/)
    let hour = bare.wholeMatch(of: /[0-9]{1,2}/)?.output
    guard let hours = Int(apart?.output.1 ?? joined?.output.1 ?? hour ?? ""),
      let minutes = Int(apart?.output.2 ?? joined?.output.2 ?? "0"), hours < 24, minutes < 60
    else { return nil }
    return "\(padded(hours, 2)):\(padded(minutes, 2))"
  }

  private static func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }

  private static func year(of day: String) -> Int? { Int(day.prefix(4)) }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> String? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year > 0, lengths.indices.contains(month - 1), day > 0, day <= lengths[month - 1] else { return nil }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The first three letters of the months, in Russian and English.
  private static let months =
    "янв фев мар апр мая июн июл авг сен окт ноя дек jan feb mar apr may jun jul aug sep oct nov dec"
    .split(separator: " ")

  /// Returns the day, the month and the year as written; nil if one is missing.
  private static func parts(of text: String) -> (day: Int, month: Int, year: String)? {
    var bare = text.narrow.without { $0.isFormat || "«»\"".unicodeScalars.contains($0) }.trimmed
    bare.replace(/\s*г(\.|ода)?$/, with: "")
    if let found = bare.wholeMatch(of: /([0-9]{4})([.\/\p{Pd}−])([0-9]{1,2})\2([0-9]{1,2})/),
      let month = Int(found.output.3), let day = Int(found.output.4)
    {
      return (day, month, String(found.output.1))
    }
    // Replace the name of a month by its number.
    var named = bare.lowercased()
    if let name = named.firstMatch(of: /[\s.\p{Pd}]*(\p{L}{3})\p{L}*/) {
      let letters = name.output.1 == "май" ? "мая" : name.output.1
      let number = months.firstIndex(of: letters).map { $0 % 12 + 1 } ?? 0
      named.replaceSubrange(name.range, with: ".\(number).")
    }
    let joined = bare.wholeMatch(of: /([0-9]{2})([0-9]{2})([0-9]{4}|[0-9]{2})/)
    let apart = named.wholeMatch(of: /([0-9]{1,2})[\s.,\/\p{Pd}−]+([0-9]{1,2})[\s.,\/\p{Pd}−]+([0-9]{4}|[0-9]{2})/)
    guard let run = joined ?? apart, let day = Int(run.output.1), let month = Int(run.output.2) else { return nil }
    return (day, month, String(run.output.3))
  }
}
