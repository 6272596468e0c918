/// A failure of a system, for the log. It contains no values.
package struct BankSystemFailure: Sendable {
  package let system: String
  package let query: String
  /// The kind of the failure, such as `timeout` or `status 500`.
  package let reason: String
  /// The option or command that prevents the failure; nil if none is known.
  package var remedy: String?
  /// The number of other requests that waited for the same answer.
  package var others = 0
}
