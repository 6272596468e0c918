package import Model

/// The BIC directory at one moment.
package final class BankDirectory: Sendable {
  private let byBIC: [BIC: Bank]
  private let names: BankNames

  /// A directory of `banks`; of two with one BIC the later counts.
  package init(_ banks: [Bank]) {
    byBIC = Dictionary(banks.map { ($0.bic, $0) }) { _, later in later }
    names = BankNames(Array(byBIC.values))
  }

  /// The bank with `bic`.
  package subscript(bic: BIC) -> Bank? { byBIC[bic] }
  /// How many banks it has.
  package var count: Int { byBIC.count }
  /// Every bank, by BIC.
  package var banks: [Bank] { byBIC.values.sorted { $0.bic.rawValue < $1.bic.rawValue } }

  /// The banks that the text finds, the likeliest first; all of them, by name, where it has neither letters nor digits.
  package func search(_ text: String, on day: CivilDate) -> [Bank] { names.search(text, on: day) }
}
