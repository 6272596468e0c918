package import Model
package import Dates

/// An immutable BIC directory.
package final class BankDirectory: Sendable {
  private let byNumber: [UInt32: Bank]
  private let names: BankNames

  /// Creates a directory of `banks`. If two banks have the same BIC, the later one is used.
  package init(_ banks: [Bank]) {
    byNumber = Dictionary(banks.map { ($0.bic.numericValue, $0) }) { _, later in later }
    names = BankNames(Array(byNumber.values))
  }

  package subscript(bic: BIC) -> Bank? { byNumber[bic.numericValue] }

  /// Returns the bank whose BIC has this numeric value.
  package subscript(number: UInt32) -> Bank? { byNumber[number] }

  package var count: Int { byNumber.count }
  /// All banks, ordered by BIC.
  package var banks: [Bank] { byNumber.values.sorted { $0.bic.rawValue < $1.bic.rawValue } }

  /// Returns the banks that match the text, best match first. If the text has neither letters nor
  /// digits, returns all banks ordered by type and name.
  package func search(_ text: String, on day: CivilDate) -> [Bank] { names.search(text, on: day) }
}
