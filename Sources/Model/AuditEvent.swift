/// The kind of an audited event.
///
/// The audit stores and hashes the raw values, so the meaning of a value never changes.
package enum AuditEvent: String, Sendable, CaseIterable {
  case login = "login"
  /// The server rejected a login.
  ///
  /// Only the first rejection for each person is recorded, and for unknown logins the first one for
  /// each address. A later one is recorded only after `LoginThrottle` has forgotten all before it.
  case loginsRefused = "logins-refused"
  /// A person ended the session of the request.
  case logout = "logout"
  /// A session was ended from another session or by an operator. If the subject is a person, all
  /// sessions ended, or all except the requesting one.
  case sessionEnded = "session-ended"
  /// A person's password changed, and the person's other sessions ended.
  case passwordChanged = "password-changed"

  /// A person was added and may log in.
  case personAdded = "person-added"
  /// The name or telephone number of a person changed.
  case personChanged = "person-changed"
  /// The external id of a person was set, changed or removed.
  case personLinked = "person-linked"
  /// The data of a person were erased.
  case personErased = "person-erased"
  /// The bank blocked a person: no login is possible. The digest covers the bank's reason.
  case personBlocked = "person-blocked"
  /// A person can log in again.
  case personUnblocked = "person-unblocked"
  /// A person got an invitation, which replaced any earlier one.
  case personInvited = "person-invited"
  /// The invitation of a person ended after too many wrong one-time codes, or when the bank blocked
  /// the person.
  case invitationRevoked = "invitation-revoked"
  /// A client gave the code of a person's invitation.
  case enrolmentBegun = "enrolment-begun"
  /// A one-time code of an enrolment was wrong.
  case enrolmentRefused = "enrolment-refused"
  /// A person chose a password, and a login if the person had none, by an invitation. All earlier
  /// sessions ended.
  case personEnrolled = "person-enrolled"
  case settingsChanged = "settings-changed"
  /// A customer was added.
  case customerAdded = "customer-added"
  /// The name or another detail of a customer changed.
  case customerChanged = "customer-changed"
  /// Several accounts of a person were opened, by programs before the register of accounts.
  case accountsOpened = "accounts-opened"
  /// An account of a customer or of the bank was opened.
  case accountOpened = "account-opened"
  /// An account without a holder got its holder.
  case accountAssigned = "account-assigned"
  /// An account was closed to payments.
  case accountDisabled = "account-disabled"
  /// An account was opened to payments again.
  case accountEnabled = "account-enabled"
  /// An account was closed permanently.
  case accountClosed = "account-closed"
  /// A person got access to an account, or another role or duration of it.
  case accessGranted = "access-granted"
  /// A person's access to an account was ended.
  case accessRevoked = "access-revoked"
  /// The people's name for an account changed.
  case accountRenamed = "account-renamed"
  case cardsIssued = "cards-issued"
  case cardChanged = "card-changed"
  /// The daily limit of a person was set or removed.
  case limitChanged = "limit-changed"
  case templateAdded = "template-added"
  case templateRenamed = "template-renamed"
  case templateDeleted = "template-deleted"
  /// A subscription was added. A subscription is the number by which a provider identifies a
  /// person.
  case subscriptionAdded = "subscription-added"

  /// A security matrix was issued to a person and replaced any earlier one.
  case matrixIssued = "matrix-issued"
  /// A person gave too many wrong answers and can no longer sign.
  case signingLocked = "signing-locked"
  /// A person can sign again.
  case signingUnlocked = "signing-unlocked"

  /// A person opened a document of a consent, for the first time in a session. The digest is the
  /// SHA-256 digest of the document.
  case documentOpened = "document-opened"

  case submissionMade = "submission-made"
  /// A submission was signed by a correct answer to its challenge.
  case submissionSigned = "submission-signed"
  /// A challenge of a submission was answered incorrectly.
  case signatureRefused = "signature-refused"
  /// The effect of a submission was carried out. The digest covers the movement of money, or its
  /// absence.
  case submissionExecuted = "submission-executed"
  /// The effect of a submission was rejected.
  case submissionRejected = "submission-rejected"
  /// A signed submission was added to the deliveries of the system that carries it out. It may not
  /// have reached the system yet. The digest covers the signed data.
  case submissionHandedOver = "submission-handed-over"
  /// A system accepted a submission without an outcome yet.
  case deliveryAccepted = "delivery-accepted"
  /// A system reported an outcome that contradicts the stored one.
  case deliveryContradicted = "delivery-contradicted"
  /// An operator requested another attempt to hand over a submission.
  case deliveryRetried = "delivery-retried"
  /// An operator rejected a submission without an outcome of the system. The digest covers the
  /// operator's reason.
  case deliveryForced = "delivery-forced"
  case submissionCancelled = "submission-cancelled"
  /// A submission expired unsigned.
  case submissionExpired = "submission-expired"

  /// Money moved without a submission, such as an opening balance. The digest covers the
  /// movement.
  case moneyMoved = "money-moved"
  /// Money arrived from another bank. The digest covers its id, account, amount, payer and purpose.
  /// The movement has its own record.
  case moneyReceived = "money-received"
  /// The ledger was bound to the audit. The digest covers all movements in the ledger at that
  /// time. Each later movement has its own record.
  case ledgerBound = "ledger-bound"

  case dealAdded = "deal-added"
  case dealChanged = "deal-changed"
  case dealEnded = "deal-ended"
  case providerAdded = "provider-added"
  /// Payments to a provider were disabled.
  case providerDisabled = "provider-disabled"
  /// Payments to a provider were enabled again.
  case providerEnabled = "provider-enabled"
  case meterAdded = "meter-added"
  /// A meter is not shown and takes no readings.
  case meterDisabled = "meter-disabled"
  case meterEnabled = "meter-enabled"
  /// A BIC directory was imported.
  case directoryImported = "directory-imported"

  /// A command began that changes data or shows the data of a person. The digest covers the stored
  /// run, which is the actor of all records of the command.
  case commandRun = "command-run"

  /// A key was added to the secret key file of a server.
  case keyAdded = "key-added"
  /// Another secret key became the current one.
  case keyActivated = "key-activated"

  /// A version of an operation came into service.
  case versionServed = "version-served"
  /// A version of an operation was replaced. Open forms of this version remain valid for a limited
  /// time.
  case versionReplaced = "version-replaced"
  /// A version of an operation was revoked. It no longer validates submissions.
  case versionRevoked = "version-revoked"
  case operationDisabled = "operation-disabled"
  case operationEnabled = "operation-enabled"

  case definitionsStored = "definitions-stored"
  case definitionsActivated = "definitions-activated"
  /// The previously active set of definitions became active again.
  case definitionsRolledBack = "definitions-rolled-back"
}
