/// The kind of an audited event.
///
/// The audit stores and hashes the raw values, so the meaning of a value never changes.
package enum AuditEvent: String, Sendable, CaseIterable {
  case login = "login"
  /// The server rejected a login after a period without rejections.
  ///
  /// One record covers all rejections of a period. There is one for each person whose login was
  /// used, and one for each address that tried unknown logins.
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
  case settingsChanged = "settings-changed"
  case accountsOpened = "accounts-opened"
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
  /// A signed submission is ready to be handed over to the system that carries it out. The digest
  /// covers the signed data.
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
  /// A BIC directory was imported.
  case directoryImported = "directory-imported"

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
