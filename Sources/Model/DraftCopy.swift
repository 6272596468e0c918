package import Dates

/// Values that a draft had, or that were refused because the draft had changed.
package struct DraftCopy: Sendable, Equatable {
  /// The id of the operation.
  package let operation: String
  /// The number among the copies of the draft; a later copy has a greater one.
  package let number: Int64
  /// The version of the operation into which the values were entered.
  package let version: String
  /// The time at which the copy was made.
  package let kept: Instant
  /// The values as canonical JSON, without passwords and codes.
  package let values: String

  /// Creates a copy.
  package init(operation: String, number: Int64, version: String, kept: Instant, values: String) {
    (self.operation, self.number, self.version) = (operation, number, version)
    (self.kept, self.values) = (kept, values)
  }
}
