package import Dates

/// Earlier values of a draft, or values that were rejected because the draft had changed.
package struct DraftCopy: Sendable, Equatable {
  package let operation: String
  /// The number among the copies of the draft. Later copies have greater numbers.
  package let number: Int64
  /// The version of the operation into which the values were entered.
  package let version: String
  package let kept: Instant
  /// The values as canonical JSON, without passwords and codes.
  package let values: String

  package init(operation: String, number: Int64, version: String, kept: Instant, values: String) {
    (self.operation, self.number, self.version) = (operation, number, version)
    (self.kept, self.values) = (kept, values)
  }
}
