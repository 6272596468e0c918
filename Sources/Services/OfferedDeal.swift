package import Model

/// A deal as a person reads it.
package struct OfferedDeal: Sendable, Equatable {
  /// The deal.
  package let deal: Deal
  /// Whether the person has seen it; nil for who is no customer.
  package let isSeen: Bool?
}
