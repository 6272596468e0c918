package import Model

/// A deal as operators change it: with all its texts.
package struct EditedDeal: Sendable, Equatable {
  /// The deal.
  package let deal: Deal
  /// Its pages, in their order.
  package let pages: [DealPage]

  /// A deal with its pages.
  package init(deal: Deal, pages: [DealPage]) { (self.deal, self.pages) = (deal, pages) }

  /// What an operator makes of a deal; `last` is the place behind all others.
  package typealias Edit = @Sendable (_ edited: EditedDeal, _ last: Int) throws -> EditedDeal
}
