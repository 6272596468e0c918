package import Model
import Dates
import DataAccess
import Platform
import Secrets
import Storage

/// Returns the text of a message with a one-time code.
package typealias EnrolmentText = @Sendable (_ code: String) -> String

/// The result of a right invitation code. Its description does not contain the secret id.
package struct BegunEnrolment: Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret id. Only the client receives it.
  package let id: String
  /// The masked telephone number; nil if no one-time code is needed.
  package let sentTo: String?
  /// The person's login, or the login that the bank proposes; nil if the person chooses one.
  package let login: Login?

  package var description: String { "BegunEnrolment([redacted])" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Invitations of people, and their use: enrolments.
///
/// An invitation admits one person who proves the possession of its code and, if the bank sends
/// one-time codes, of the telephone. Guesses are delayed like wrong passwords.
package struct Enrolments: Sendable {
  let store: any Store
  let keys: SecretKeys
  let rules: EnrolmentRules
  let auth: Auth
  let messages: Messages
  let audit: Audit
  let clock: Clock
}

extension Enrolments {
  /// Begins an enrolment by the code of an invitation, and sends a one-time code if the bank has a
  /// sender.
  ///
  /// A repeated request within a minute gets the same enrolment under another id, without another
  /// one-time code.
  ///
  /// - Throws:
  ///   - `EnrolmentError.unknownInvitation` if the code is unknown, expired or used
  ///   - `Throttled` after too many failures, before the code is read
  ///   - `SigningError.noPhone` if the person has no telephone number for codes
  ///   - `SigningError.outboxFull` if too many messages are queued
  package func begin(
    _ entered: String, from origin: Origin, text: @escaping EnrolmentText
  ) -> Deferred<BegunEnrolment> {
    .from {
      let code = InvitationCode(entered: entered)
      let attempt = auth.throttle.attempt(
        "invitation \(code?.secretText ?? "")", from: origin, person: nil)
      return try auth.throttle.admit(attempt).then { _ in
        guard let code, let found = try find(code) else { return refused(attempt, .unknownInvitation) }
        return begin(found, text).then { begun in
          begun.map { .now($0) } ?? refused(attempt, .unknownInvitation)
        }
      }
    }
  }

  /// Counts a failed attempt, and fails with `error` once the count is durable.
  func refused<Value: Sendable>(_ attempt: LoginAttempt, _ error: EnrolmentError) -> Deferred<Value> {
    auth.throttle.failed(attempt).map { () throws -> Value in throw error }
  }

  /// Returns the invitation with this code that has not expired, under any key; nil if none exists.
  private func find(_ code: InvitationCode) throws -> Invitation? {
    let (now, macs) = (clock(), keys.all.map(code.mac))
    let found = try store.read { connection in
      try macs.map { try InvitationDAO(connection).find(mac: $0) }
    }
    return found.compactMap(\.self).first { isOpen($0, at: now) }
  }

  /// False for an invitation that has expired, or was created before the clock was set back.
  private func isOpen(_ invitation: Invitation, at now: Instant) -> Bool {
    invitation.expires > now && invitation.created - now <= ServerClocks.apart
  }

  /// Begins the enrolment of an invitation; nil if the invitation has just ended.
  private func begin(_ invitation: Invitation, _ text: @escaping EnrolmentText) -> Deferred<BegunEnrolment?> {
    let person = invitation.person
    return store.deferredWrite(locking: [.person(person)]) { transaction, after in
      let (now, invitations, table) = (clock(), InvitationDAO(transaction), EnrolmentDAO(transaction))
      guard let stored = try invitations.find(person: person), stored.id == invitation.id else { return nil }
      try transaction.requireActive(person)
      let token = SecretToken()
      let proposed = try proposedLogin(of: stored, transaction)
      let open = try table.find(person: person)
      if let open, open.expires > now, now - open.created < EnrolmentRules.repetition {
        try table.setToken(token.digest.bytes, person: person)
        return BegunEnrolment(id: token.secretText, sentTo: open.code?.sentTo, login: proposed)
      }
      guard stored.begun < EnrolmentRules.enrolments else {
        try revoke(person, transaction)
        return nil
      }
      try transaction.endEnrolment(of: person)
      let enrolment = try enrolment(of: stored, at: now, text, transaction, &after)
      try table.insert(enrolment, tokenDigest: token.digest.bytes)
      try invitations.countEnrolment(person: person)
      try audit.record(.enrolmentBegun, by: .nobody, of: .person(person), transaction)
      return BegunEnrolment(id: token.secretText, sentTo: enrolment.code?.sentTo, login: proposed)
    }
  }

  /// Returns the login of the invitation; nil if another person has got it since, so that the
  /// person chooses one.
  private func proposedLogin(of invitation: Invitation, _ transaction: Transaction) throws -> Login? {
    guard let login = invitation.login else { return nil }
    guard let holder = try PersonDAO(transaction).find(login), holder.id != invitation.person else { return login }
    return nil
  }

  /// Returns a new enrolment, and queues its one-time code if the bank has a sender.
  private func enrolment(
    of invitation: Invitation, at now: Instant, _ text: EnrolmentText, _ transaction: Transaction,
    _ after: inout AfterCommit
  ) throws -> Enrolment {
    let (id, person) = (EnrolmentID.new(at: now), invitation.person)
    let expires = min(now + EnrolmentRules.lifetime, invitation.expires)
    var sent: Enrolment.SentCode?
    if messages.areSent(.code) {
      guard let phone = try PersonDAO(transaction).codePhone(person), !phone.isEmpty else {
        throw SigningError.noPhone
      }
      let (code, key) = (CodeMethod.randomCode(), keys.current)
      sent = Enrolment.SentCode(
        keyID: key.id, mac: mac(code, id, person, key), sentTo: CodeMethod.masked(phone))
      try messages.queue(
        code: text(code), to: phone, of: person, for: ChallengeID(sameAs: id), at: now, expires: expires, transaction,
        &after)
    }
    return Enrolment(
      id: id, invitation: invitation.id, person: person, code: sent, created: now, expires: expires)
  }

  /// Ends the person's invitation and its enrolment.
  func revoke(_ person: PersonID, _ transaction: Transaction) throws {
    guard try transaction.endInvitation(of: person) else { return }
    try audit.record(.invitationRevoked, by: .nobody, of: .person(person), transaction)
  }

  func mac(_ code: String, _ id: EnrolmentID, _ person: PersonID, _ key: SecretKey) -> [UInt8] {
    key.mac(of: "valence enrolment code 1", person.description, id.description, code)
  }
}
