package import Model

/// What an operator says of a deal.
package struct DealContent: Sendable, Equatable {
  /// What it is.
  package let title: Deal.Text
  /// What it gives.
  package let subtitle: Deal.Text
  /// The first day.
  package let start: CivilDate
  /// The last day.
  package let end: CivilDate
  /// The place among those that are current; nil for behind all others.
  package let place: Int?
  /// The pages, in their order.
  package let pages: [DealPage]

  /// A deal's content; its last day is not before the first.
  package init(
    title: Deal.Text, subtitle: Deal.Text, start: CivilDate, end: CivilDate, place: Int?, pages: [DealPage]
  ) {
    (self.title, self.subtitle, self.start, self.end) = (title, subtitle, start, end)
    (self.place, self.pages) = (place, pages)
  }
}

/// A deal as operators change it: with all its texts.
package struct EditedDeal: Sendable, Equatable {
  /// The deal.
  package let deal: Deal
  /// Its pages, in their order.
  package let pages: [DealPage]

  /// What an operator has said of it.
  package var content: DealContent {
    DealContent(
      title: deal.title, subtitle: deal.subtitle, start: deal.startDate, end: deal.endDate, place: deal.place,
      pages: pages)
  }
}

/// A deal as a person reads it.
package struct OfferedDeal: Sendable, Equatable {
  /// The deal.
  package let deal: Deal
  /// Whether the person has seen it; nil for who is no customer.
  package let isSeen: Bool?
}
