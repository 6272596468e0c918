package import Dates

/// An offer of the bank to all people, for a range of days.
package struct Deal: Entity {
  package let id: DealID
  package let title: Text
  /// The benefit of the offer.
  package let subtitle: Text
  package let startDate: CivilDate
  package var endDate: CivilDate
  /// The position among the deals.
  package let place: Int
  /// The day on which an operator ended the deal; nil otherwise.
  package var endedOn: CivilDate?
  /// The time from which people who requested it are notified of the deal.
  package var announced: Instant
  package let created: Instant
  package var changed: Instant

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
      "place", \.place, .changing, .sometimes, .range(0...1_000_000), .about("the position in the list; for operators")),
    field("endedOn", \.endedOn, .changing, .inner),
    field("announced", \.announced, .changing, .inner),
    field("created", \.created, .inner),
    field("changed", \.changed, .changing, .inner),
    make: Deal.init)
}

extension Deal {
  /// A text in Russian and possibly English.
  package struct Text: Sendable, Equatable {
    package let ru: String
    /// The English text; nil without a translation.
    package let en: String?

    package init(ru: String, en: String?) {
      self.ru = ru
      self.en = en
    }
  }

  /// The state of a deal on a day.
  package enum State: String, Sendable {
    /// The first day has not come yet.
    case planned
    case current
    /// The last day has passed, or an operator ended the deal.
    case ended
  }

  package func state(on day: CivilDate) -> State {
    if endedOn != nil || endDate < day { return .ended }
    return startDate > day ? .planned : .current
  }
}

package struct DealPage: Sendable, Equatable {
  package let title: Deal.Text
  package let text: Deal.Text
  /// The address of a picture: a path on this server or an https URL; nil without a picture.
  package let image: String?

  package init(title: Deal.Text, text: Deal.Text, image: String?) {
    (self.title, self.text, self.image) = (title, text, image)
  }
}

/// A notification of a new deal, for a person who requested notifications.
package struct DealNotification: Sendable, Equatable {
  /// The deal. Its id also identifies the notification, because a person receives one notification
  /// for each deal.
  package let deal: DealID
  package let title: Deal.Text
  package let subtitle: Deal.Text
  package let announced: Instant
  /// True if the person has read the notification or opened the deal.
  package let isRead: Bool

  package init(deal: DealID, title: Deal.Text, subtitle: Deal.Text, announced: Instant, isRead: Bool) {
    (self.deal, self.title, self.subtitle) = (deal, title, subtitle)
    (self.announced, self.isRead) = (announced, isRead)
  }
}
