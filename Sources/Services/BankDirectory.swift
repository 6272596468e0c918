package import Model

/// The BIC directory at one moment.
package struct BankDirectory: Sendable {
  private let byBIC: [BIC: Bank]

  /// A directory of `banks`; of two with one BIC the later counts.
  package init(_ banks: [Bank]) { byBIC = Dictionary(banks.map { ($0.bic, $0) }) { _, later in later } }

  /// The bank with `bic`.
  package subscript(bic: BIC) -> Bank? { byBIC[bic] }
  /// How many banks it has.
  package var count: Int { byBIC.count }
}
