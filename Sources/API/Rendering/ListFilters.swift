import Dates
import Texts
import JSON

/// A filter of a list: a query parameter, and the input with which a client obtains its value.
struct ListFilter {
  /// The kind of input.
  enum Kind {
    /// One of these values, or none.
    case choice([(value: String, caption: LocalizedText)])
    /// A day in the bank's time zone. The client receives the current day, because its own time
    /// zone may differ.
    case date
    /// A text with this maximum length in characters.
    case text(Int)
  }

  let name: String
  let label: LocalizedText
  let kind: Kind

  static let from = ListFilter(name: "from", label: LocalizedText(ru: "С", en: "From"), kind: .date)
  static let to = ListFilter(name: "to", label: LocalizedText(ru: "По", en: "To"), kind: .date)
  /// A text that the rows contain.
  static let search = ListFilter(
    name: "q", label: LocalizedText(ru: "Поиск", en: "Search"), kind: .text(ParameterDocument.longestSearch))
}

extension Writer {
  /// Writes `filters`, and `filterHref`, the URI template (RFC 6570) of the filtered list. `kept`
  /// is a query that each address has.
  mutating func filters(
    _ filters: [ListFilter], at path: String, keeping kept: String = "", on today: CivilDate, in language: Language
  ) {
    key("filters")
    array { writer in
      for filter in filters { writer.object { $0.filter(filter, on: today, in: language) } }
    }
    let names = filters.map(\.name).joined(separator: ",")
    member("filterHref", kept.isEmpty ? path + "{?\(names)}" : path + "?\(kept){&\(names)}")
  }

  private mutating func filter(_ filter: ListFilter, on today: CivilDate, in language: Language) {
    member("name", filter.name)
    member("label", filter.label[language])
    switch filter.kind {
    case .date:
      member("kind", "date")
      member("today", today.description)
    case .text(let longest):
      member("kind", "text")
      member("maxLength", longest)
    case .choice(let options):
      member("kind", "choice")
      key("options")
      array { writer in
        for option in options {
          writer.object { writer in
            writer.member("value", option.value)
            writer.member("caption", option.caption[language])
          }
        }
      }
    }
  }
}

extension Call {
  /// Returns the day in a query parameter; nil if the query does not contain it.
  ///
  /// Throws `unknown-query` if it is not a day.
  func day(_ name: String) throws(Problem) -> CivilDate? {
    guard let text = query(name) else { return nil }
    guard let day = CivilDate(text) else {
      throw Problem(
        .unknownQuery, ru: "`\(name)`: нужен день, как 2026-11-01", en: "`\(name)` must be a day such as 2026-11-01")
    }
    return day
  }

  /// Returns the days in `from` and `to`. Throws `unknown-query` if one is malformed, or
  /// `reversed-period` if `to` is before `from`.
  func period() throws(Problem) -> (from: CivilDate?, to: CivilDate?) {
    let (from, to) = (try day("from"), try day("to"))
    if let from, let to, from > to { throw Problem(.reversedPeriod) }
    return (from, to)
  }

  /// Returns the case of `Word` in a query parameter; nil if the query does not contain it.
  ///
  /// Throws `unknown-query` for another word.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _: Word.Type = Word.self
  ) throws(Problem) -> Word? where Word.RawValue == String {
    guard let text = query(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.unknownQuery, ru: "`\(name)`: одно из \(words)", en: "`\(name)` must be one of \(words)")
    }
    return word
  }

  /// Returns the query of the next page: `limit`, the current values of the parameters `names`, and
  /// `after`.
  func following(_ limit: Int, keeping names: [String], after key: String) -> String {
    let kept = names.compactMap { name in query(name).map { "&\(name)=\($0.queryEncoded)" } }
    return "?limit=\(limit)\(kept.joined())&after=\(key)"
  }
}
