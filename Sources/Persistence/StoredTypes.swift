package import Model
public import Essentials
public import Storage

extension Identifier: Storable {
  package var stored: StoredValue { .text(description) }
  package init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self.init(text)
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
