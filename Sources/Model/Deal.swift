/// Something that the bank offers to everybody, from one day to another.
package struct Deal: Sendable, Equatable {
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

  /// The deal's identifier.
  package let id: DealID
  /// What it is.
  package var title: Text
  /// What it gives.
  package var subtitle: Text
  /// The first day.
  package var start: CivilDate
  /// The last day.
  package var end: CivilDate
  /// The place among those that are current.
  package var place: Int
  /// The day on which an operator ended it; nil where none did.
  package var endedOn: CivilDate?
  /// From when on those are told of it who want to be.
  package var announced: Instant
  /// When it was added.
  package let created: Instant
  /// When it was last changed.
  package var changed: Instant

  /// A deal, announced when it is added unless told otherwise.
  package init(
    id: DealID, title: Text, subtitle: Text, start: CivilDate, end: CivilDate, place: Int, endedOn: CivilDate? = nil,
    announced: Instant? = nil, created: Instant, changed: Instant? = nil
  ) {
    (self.id, self.title, self.subtitle) = (id, title, subtitle)
    (self.start, self.end, self.place, self.endedOn) = (start, end, place, endedOn)
    (self.announced, self.created, self.changed) = (announced ?? created, created, changed ?? created)
  }

  /// How it stands on `day`.
  package func state(on day: CivilDate) -> State {
    if endedOn != nil || end < day { return .ended }
    return start > day ? .planned : .current
  }
}
