/// That there is a new deal, for somebody who asked to be told.
package struct DealNotification: Sendable, Equatable {
  /// The deal, which is the notification's identifier too: there is one for each person and deal.
  package let deal: DealID
  /// What the deal is.
  package let title: Deal.Text
  /// What it gives.
  package let subtitle: Deal.Text
  /// When it was announced.
  package let announced: Instant
  /// Whether the person has read it, or seen the deal.
  package let isRead: Bool

  /// A notification.
  package init(deal: DealID, title: Deal.Text, subtitle: Deal.Text, announced: Instant, isRead: Bool) {
    (self.deal, self.title, self.subtitle) = (deal, title, subtitle)
    (self.announced, self.isRead) = (announced, isRead)
  }
}
