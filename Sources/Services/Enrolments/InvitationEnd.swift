import Model
import DataAccess
import Storage

extension Transaction {
  /// Deletes the person's enrolment with its queued one-time code. Does nothing without one.
  func endEnrolment(of person: PersonID) throws {
    guard let open = try EnrolmentDAO(self).find(person: person) else { return }
    try MessageDAO(self).delete(MessageID(sameAs: open.id))
    try EnrolmentDAO(self).delete(person: person)
  }

  /// Deletes the person's invitation and its enrolment. Returns false if the person has no
  /// invitation.
  @discardableResult
  func endInvitation(of person: PersonID) throws -> Bool {
    try endEnrolment(of: person)
    return try InvitationDAO(self).delete(person: person)
  }
}
