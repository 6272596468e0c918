package import Dates
package import Model
package import Storage

/// Statements for deliveries that a system may not know, and for deliveries that an operator
/// rejected.
extension DeliveryDAO {
  /// Stores that an attempt to hand over the delivery has begun. The attempt ends at `end` at the
  /// latest.
  package func handsOver(_ submission: SubmissionID, until end: Instant) throws(StoreError) {
    try connection.execute("UPDATE delivery SET sent = $2, missed = NULL WHERE submission = $1", submission, end)
  }

  /// Stores the end of the last attempt, and the time of the first valid report that the system
  /// does not know the delivery.
  package func noteMissing(_ submission: SubmissionID, sent: Instant?, missed: Instant?) throws(StoreError) {
    try connection.execute(
      "UPDATE delivery SET sent = $2, missed = $3 WHERE submission = $1", submission, sent, missed)
  }

  /// Stores the next time and the last time to query the system about a rejected delivery.
  package func recheck(_ submission: SubmissionID, at next: Instant, until end: Instant) throws(StoreError) {
    try connection.execute(
      "UPDATE delivery SET recheck = $2, recheck_until = $3 WHERE submission = $1", submission, next, end)
  }

  /// Ends the queries about a rejected delivery.
  package func endRecheck(_ submission: SubmissionID) throws(StoreError) {
    try connection.execute(
      "UPDATE delivery SET recheck = NULL, recheck_until = NULL WHERE submission = $1", submission)
  }
}
