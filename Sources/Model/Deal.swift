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

  /// The deal's identifier.
  package let id: DealID
  /// What it is.
  package let title: Text
  /// What it gives.
  package let subtitle: Text
  /// The first day.
  package let start: CivilDate
  /// The last day.
  package let end: CivilDate
  /// The place among those that are current.
  package let place: Int

  /// A deal.
  package init(id: DealID, title: Text, subtitle: Text, start: CivilDate, end: CivilDate, place: Int) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.start = start
    self.end = end
    self.place = place
  }

  /// Whether its last day is over on `day`.
  package func isEnded(on day: CivilDate) -> Bool { end < day }
}
