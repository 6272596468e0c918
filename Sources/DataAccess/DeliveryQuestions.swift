package import Dates
package import Model
package import Storage

/// The questions to a system about a delivery that it may not know, and about those that an operator rejected.
extension DeliveryDAO {
  /// Stores that an attempt to hand the delivery over has begun, which is over at `end` at the latest.
  package func handsOver(_ submission: SubmissionID, until end: Instant) throws(StoreError) {
    try connection.execute("UPDATE delivery SET sent = $2, missed = NULL WHERE submission = $1", submission, end)
  }

  /// Stores the end of the last attempt, and the time since which the system has not known the delivery.
  package func noteMissing(_ submission: SubmissionID, sent: Instant?, missed: Instant?) throws(StoreError) {
    try connection.execute(
      "UPDATE delivery SET sent = $2, missed = $3 WHERE submission = $1", submission, sent, missed)
  }

  /// Stores when the system is next asked about a rejected delivery, and until when.
  package func recheck(_ submission: SubmissionID, at next: Instant, until end: Instant) throws(StoreError) {
    try connection.execute(
      "UPDATE delivery SET recheck = $2, recheck_until = $3 WHERE submission = $1", submission, next, end)
  }

  /// Ends the questions about a rejected delivery.
  package func endRecheck(_ submission: SubmissionID) throws(StoreError) {
    try connection.execute(
      "UPDATE delivery SET recheck = NULL, recheck_until = NULL WHERE submission = $1", submission)
  }
}
