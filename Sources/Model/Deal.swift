package import Dates

/// An offer of the bank to everybody, from its first day to its last.
package struct Deal: Entity {
  /// The identifier.
  package let id: DealID
  /// The name of the offer.
  package let title: Text
  /// The benefit that it gives.
  package let subtitle: Text
  /// The first day.
  package let startDate: CivilDate
  /// The last day.
  package var endDate: CivilDate
  /// The place among the current deals.
  package let place: Int
  /// The day on which an operator ended it; nil if none did.
  package var endedOn: CivilDate?
  /// The time from which those who asked for it are notified of the deal.
  package var announced: Instant
  /// The time of creation.
  package let created: Instant
  /// The time of the last change.
  package var changed: Instant

  /// Creates a deal.
  package init(
    id: DealID, title: Text, subtitle: Text, startDate: CivilDate, endDate: CivilDate, place: Int, endedOn: CivilDate?,
    announced: Instant, created: Instant, changed: Instant
  ) {
    (self.id, self.title, self.subtitle, self.startDate, self.endDate) = (id, title, subtitle, startDate, endDate)
    (self.place, self.endedOn, self.announced, self.created, self.changed) = (
      place, endedOn, announced, created, changed
    )
  }

  package static let entity = Fields(
    "deal",
    field("id", \.id, .key),
    field("title", \.title, .changing, .length(1...100)),
    field("subtitle", \.subtitle, .changing, .length(1...200)),
    field("startDate", \.startDate, .changing),
    field("endDate", \.endDate, .changing, .about("the last day")),
    field(
      "place", \.place, .changing, .sometimes, .range(0...1_000_000), .about("the place in the order; for operators")),
    field("endedOn", \.endedOn, .changing, .inner),
    field("announced", \.announced, .changing, .inner),
    field("created", \.created, .inner),
    field("changed", \.changed, .changing, .inner),
    make: Deal.init)
}

extension Deal {
  /// A text in the languages that the deal has it in.
  package struct Text: Sendable, Equatable {
    /// In Russian.
    package let ru: String
    /// In English; nil without a translation.
    package let en: String?

    /// Creates a text.
    package init(ru: String, en: String?) {
      self.ru = ru
      self.en = en
    }
  }

  /// The state of a deal on a day.
  package enum State: String, Sendable {
    /// Its first day is to come.
    case planned
    /// It is in force.
    case current
    /// Its last day has passed, or an operator ended it.
    case ended
  }

  /// Returns the state on `day`.
  package func state(on day: CivilDate) -> State {
    if endedOn != nil || endDate < day { return .ended }
    return startDate > day ? .planned : .current
  }
}

/// A page of a deal's details.
package struct DealPage: Sendable, Equatable {
  /// The heading.
  package let title: Deal.Text
  /// The text.
  package let text: Deal.Text
  /// The address of a picture, a path of this server or an https URL; nil without a picture.
  package let image: String?

  /// Creates a page.
  package init(title: Deal.Text, text: Deal.Text, image: String?) {
    (self.title, self.text, self.image) = (title, text, image)
  }
}

/// A notification of a new deal, for a person who asked for such notifications.
package struct DealNotification: Sendable, Equatable {
  /// The deal. Its id is also the notification's, because a person gets one notification for a deal.
  package let deal: DealID
  /// The title of the deal.
  package let title: Deal.Text
  /// The subtitle of the deal.
  package let subtitle: Deal.Text
  /// The time of the announcement.
  package let announced: Instant
  /// True if the person has read it, or has opened the deal.
  package let isRead: Bool

  /// Creates a notification.
  package init(deal: DealID, title: Deal.Text, subtitle: Deal.Text, announced: Instant, isRead: Bool) {
    (self.deal, self.title, self.subtitle) = (deal, title, subtitle)
    (self.announced, self.isRead) = (announced, isRead)
  }
}
