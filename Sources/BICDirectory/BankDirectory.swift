package import Model
package import Dates

/// The BIC directory at one moment.
package final class BankDirectory: Sendable {
  private let byNumber: [UInt32: Bank]
  private let names: BankNames

  /// Creates a directory of `banks`; of two with one BIC the later counts.
  package init(_ banks: [Bank]) {
    byNumber = Dictionary(banks.map { ($0.bic.numericValue, $0) }) { _, later in later }
    names = BankNames(Array(byNumber.values))
  }

  /// The bank with `bic`.
  package subscript(bic: BIC) -> Bank? { byNumber[bic.numericValue] }

  /// The bank whose BIC has this number.
  package subscript(number: UInt32) -> Bank? { byNumber[number] }

  /// The number of banks.
  package var count: Int { byNumber.count }
  /// Every bank, by BIC.
  package var banks: [Bank] { byNumber.values.sorted { $0.bic.rawValue < $1.bic.rawValue } }

  /// The banks that the text finds, the likeliest first; all of them, by name, where it has neither letters nor digits.
  package func search(_ text: String, on day: CivilDate) -> [Bank] { names.search(text, on: day) }
}
