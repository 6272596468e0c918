import Dates
import Texts
import JSON

/// Something by which a list is narrowed: a query parameter of its address, and how a client asks for the value.
///
///     writer.filters([.from, .to, .search], at: "/submissions", on: times.today, in: call.language)
struct ListFilter {
  /// The way of asking for the value.
  enum Kind {
    /// One of these, or none.
    case choice([(value: String, caption: LocalizedText)])
    /// A day of the bank, whose present one is told to the client: its clock may be in another zone.
    case date
    /// A text of at most this many characters.
    case text(Int)
  }

  let name: String
  let label: LocalizedText
  let kind: Kind

  /// The first day.
  static let from = ListFilter(name: "from", label: LocalizedText(ru: "С", en: "From"), kind: .date)
  /// The last day.
  static let to = ListFilter(name: "to", label: LocalizedText(ru: "По", en: "To"), kind: .date)
  /// A text that the rows have.
  static let search = ListFilter(
    name: "q", label: LocalizedText(ru: "Поиск", en: "Search"), kind: .text(ParameterDocument.longestSearch))
}

extension Writer {
  /// Writes `filters`, and `filterHref`: the template (RFC 6570) of the address of the narrowed list.
  mutating func filters(_ filters: [ListFilter], at path: String, on today: CivilDate, in language: Language) {
    key("filters")
    array { writer in
      for filter in filters { writer.object { $0.filter(filter, on: today, in: language) } }
    }
    member("filterHref", path + "{?\(filters.map(\.name).joined(separator: ","))}")
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
  /// Returns the day of a query parameter; nil if the query lacks it.
  ///
  /// Throws `unknown-query` if it is not a day.
  func day(_ name: String) throws(Problem) -> CivilDate? {
    guard let text = query(name) else { return nil }
    guard let day = CivilDate(text) else {
      throw Problem(
        .unknownQuery, ru: "`\(name)`: нужен день, как 2026-11-01", en: "`\(name)` takes a day such as 2026-11-01")
    }
    return day
  }

  /// Returns the days of `from` and `to`. Throws `unknown-query`, or `reversed-period` if the last is before the first.
  func period() throws(Problem) -> (from: CivilDate?, to: CivilDate?) {
    let (from, to) = (try day("from"), try day("to"))
    if let from, let to, from > to { throw Problem(.reversedPeriod) }
    return (from, to)
  }

  /// Returns the word of a query parameter among those of a type; nil if the query lacks it.
  ///
  /// Throws `unknown-query` if it is another word.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _: Word.Type = Word.self
  ) throws(Problem) -> Word? where Word.RawValue == String {
    guard let text = query(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.unknownQuery, ru: "`\(name)`: одно из \(words)", en: "`\(name)` takes one of \(words)")
    }
    return word
  }

  /// Returns the query of the following page: `limit`, the parameters of these names as they were given, and `after`.
  func following(_ limit: Int, keeping names: [String], after key: String) -> String {
    let kept = names.compactMap { name in query(name).map { "&\(name)=\($0.queryEncoded)" } }
    return "?limit=\(limit)\(kept.joined())&after=\(key)"
  }
}
