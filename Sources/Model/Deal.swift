/// Something that the bank offers to everybody, from one day to another.
package struct Deal: Entity {
  /// What is known of a deal.
  package typealias Fields = (
    id: DealID,
    // What it is, and what it gives.
    title: Text,
    subtitle: Text,
    // The first and the last day.
    startDate: CivilDate,
    endDate: CivilDate,
    // Its place among those that are current.
    place: Int,
    // The day on which an operator ended it.
    endedOn: CivilDate?,
    // From when on those are told of it who want to be.
    announced: Instant,
    created: Instant,
    changed: Instant
  )
  package let fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// How a deal is stored and shown in a list.
  package static let entity = Declaration(
    of: Self.self, "deal",
    [
      .key(\.id),
      .changing(
        \.title, \.subtitle, \.startDate, \.endDate, \.place, \.endedOn, \.announced, \.changed),
      .inner(\.endedOn, \.announced, \.created, \.changed), .about(\.endDate, "the last day"), .sometimes(\.place),
      .about(\.place, "the place in the order; for operators"), .length(\.title, 1...100), .length(\.subtitle, 1...200),
      .range(\.place, 0...1_000_000),
    ],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) })
}

extension Deal {
  /// A text in the languages that the deal has it in.
  package struct Text: Sendable, Equatable {
    /// In Russian.
    package let ru: String
    /// In English; nil where nobody translated it.
    package let en: String?

    /// A text.
    package init(ru: String, en: String?) {
      self.ru = ru
      self.en = en
    }
  }

  /// How a deal stands on a day.
  package enum State: String, Sendable {
    /// It has not begun.
    case planned
    /// It holds.
    case current
    /// It is over, or was ended.
    case ended
  }

  /// How it stands on `day`.
  package func state(on day: CivilDate) -> State {
    if fields.endedOn != nil || fields.endDate < day { return .ended }
    return fields.startDate > day ? .planned : .current
  }
}
