package import Model
public import Dates
import Texts
public import Storage

extension Identifier: Storable {
  package var stored: StoredValue { .identifier(high, low) }
  package init?(stored: StoredValue) {
    switch stored {
    case .identifier(let high, let low): self.init(high: high, low: low)
    case .text(let text): self.init(text)
    default: return nil
    }
  }
}

extension Row {
  /// Returns the identifier in the column at `index`, counted from 0, without a conversion to text.
  func get<Subject>(_ index: Int) throws(StoreError) -> Identifier<Subject> {
    guard let (high, low) = try identifier(index) else { throw mismatch(index, Identifier<Subject>.self) }
    return Identifier(high: high, low: low)
  }

  /// Returns the identifier in the column at `index`, counted from 0; nil for NULL.
  func get<Subject>(_ index: Int) throws(StoreError) -> Identifier<Subject>? {
    if isNull(index) { return nil }
    return try get(index) as Identifier<Subject>
  }
}

extension Instant: Storable {
  package var stored: StoredValue { .integer(microseconds) }
  package init?(stored: StoredValue) {
    guard case .integer(let microseconds) = stored else { return nil }
    self.init(microseconds: microseconds)
  }
}

extension CivilDate: Storable {
  @usableFromInline
  package var stored: StoredValue { .text(description) }
  @usableFromInline
  package init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self.init(text)
  }
}

extension Customer.Kind: Storable {}
extension AccountAccess.Role: Storable {}
extension BankAccount.Kind: Storable {}
extension BIC: Storable {}
extension AccountNumber: Storable {}
extension Currency: Storable {}
extension Login: Storable {}
extension Cell: Storable {}
extension Person.Role: Storable {}
extension FailureCount.Kind: Storable {}
extension Submission.Status: Storable {}
extension Delivery.Status: Storable {}
extension Card.Status: Storable {}
extension PersonSettings.Language: Storable {}
extension Challenge.Method: Storable {}
extension Message.Kind: Storable {}
extension SetHash: Storable {}
extension AccountDuty: Storable {}
