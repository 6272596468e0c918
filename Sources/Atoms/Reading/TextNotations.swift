package import Conditions
import Dates

extension TextNotation {
  /// Times of day, `18:00`; with `hasDay`, dates with a time, `2026-11-21T18:00`.
  static func clock(hasDay: Bool) -> TextNotation {
    TextNotation { text, isOrdered in
      if TimeText.isTime(text, withDay: hasDay) || isOrdered && sorts(text, hasDay: hasDay) { return nil }
      if hasDay, CivilDate(text) != nil { return ", which has no time: for any time of that day, write `BEGINSWITH`" }
      let form = hasDay ? "a date and time has the form 'YYYY-MM-DDTHH:MM'" : "a time has the form 'HH:MM'"
      return ": \(form)" + (moment(meantBy: text, hasDay: hasDay).map { ", write '\($0)'" } ?? "")
    }
  }

  /// Currencies of accounts, such as `RUB`.
  package static let currency = TextNotation { text, _ in
    if currencies.contains(text) { return nil }
    let code = text.uppercased()
    if let successor = CommonMistakes.currencies[code] { return ": that currency is now '\(successor)'" }
    let hint = currencies.contains(code) ? ": write '\(code)'" : suggestion(for: code, among: currencies.sorted())
    return ", which is not a code of ISO 4217\(hint)"
  }

  /// One of a few words.
  package static func word(among words: [String]) -> TextNotation {
    TextNotation { text, isOrdered in
      if isOrdered || words.contains(text) { return nil }
      return ": the values are \(words.map { "'\($0)'" }.joined(separator: ", "))"
    }
  }

  /// Returns true if the text is a part of the notation that sorts before all later values: `18`,
  /// `2026-11`.
  private static func sorts(_ text: String, hasDay: Bool) -> Bool {
    guard hasDay else { return text.utf8.count == 2 && TimeText.isTime(text + ":00") }
    let day = text + "2026-01-01".dropFirst(text.utf8.count)
    return [4, 7, 10].contains(text.utf8.count) && CivilDate(day) != nil
  }

  /// Returns the time, or the date and time, that a text such as `9.30` or `21.11.2026 9:30`
  /// means; nil for other texts.
  private static func moment(meantBy text: String, hasDay: Bool) -> String? {
    guard hasDay else { return time(meantBy: text[...]) }
    guard let sign = text.firstIndex(where: { $0 == " " || $0 == "T" }) else { return nil }
    let day = String(text[..<sign])
    guard let date = CivilDate(day) ?? OtherNotations.days(day).first,
      let time = time(meantBy: text[sign...].dropFirst())
    else { return nil }
    return "\(date)T\(time)"
  }

  private static func time(meantBy text: Substring) -> String? {
    let parts = text.split(omittingEmptySubsequences: false) { ":.- ".contains($0) }
    guard (1...3).contains(parts.count), let hour = parts.first, (1...2).contains(hour.utf8.count) else { return nil }
    let minute = parts.count > 1 ? parts[1] : "00"
    guard (1...2).contains(minute.utf8.count) else { return nil }
    // A single digit after the hour is a truncated minute: `18:0`.
    let meant = (hour.utf8.count == 1 ? "0" : "") + hour + ":" + minute + (minute.utf8.count == 1 ? "0" : "")
    return TimeText.isTime(String(meant)) ? String(meant) : nil
  }

  /// The codes of ISO 4217 in use.
  private static let currencies = Set(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY \
    COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS \
    INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP \
    MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR \
    SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND \
    VUV WST XAF XAG XAU XCD XCG XDR XOF XPD XPF XPT YER ZAR ZMW ZWG
    """.split(separator: " ").map(String.init))
}
