/// The kind of an audited event. The audit stores and hashes the words, so that a word never changes its meaning.
package enum AuditEvent: String, Sendable, CaseIterable {
  /// A session began.
  case login = "login"
  /// The server refused a login after a period without refusals.
  ///
  /// One record covers all refusals of a period: one for each person whose login was used, and one for each
  /// address that tried unknown logins.
  case loginsRefused = "logins-refused"
  /// A person ended the session in which the request came.
  case logout = "logout"
  /// A session was ended from another one or by an operator; of a person, all of them, or all but the one that asked.
  case sessionEnded = "session-ended"
  /// A person has a new password, and no other session.
  case passwordChanged = "password-changed"

  /// A person was added, who may log in from then on.
  case personAdded = "person-added"
  /// A person has another name or telephone number.
  case personChanged = "person-changed"
  /// A person is known to the bank's systems by another external id, or by none any more.
  case personLinked = "person-linked"
  /// A person's data were erased.
  case personErased = "person-erased"
  /// A person has set something.
  case settingsChanged = "settings-changed"
  /// Accounts were opened for a person.
  case accountsOpened = "accounts-opened"
  /// Cards were issued to a person.
  case cardsIssued = "cards-issued"
  /// A card's status changed.
  case cardChanged = "card-changed"
  /// A person's daily limit was set or removed.
  case limitChanged = "limit-changed"
  /// A template was added.
  case templateAdded = "template-added"
  /// A template got another title.
  case templateRenamed = "template-renamed"
  /// A template was deleted.
  case templateDeleted = "template-deleted"
  /// A subscription was added: a provider knows a person by a number.
  case subscriptionAdded = "subscription-added"

  /// A person has a new security matrix.
  case matrixIssued = "matrix-issued"
  /// A person answered wrongly too often and may not sign.
  case signingLocked = "signing-locked"
  /// A person may sign again.
  case signingUnlocked = "signing-unlocked"

  /// Values were submitted.
  case submissionMade = "submission-made"
  /// A submission was signed: its challenge was answered right.
  case submissionSigned = "submission-signed"
  /// A challenge of a submission was answered wrong.
  case signatureRefused = "signature-refused"
  /// A submission's effect is done; with the digest of the movement of money that did it, or of there being none.
  case submissionExecuted = "submission-executed"
  /// A submission's effect is refused.
  case submissionRejected = "submission-rejected"
  /// A signed submission waits to be handed over to the system that carries it out; with the digest of the signed data.
  case submissionHandedOver = "submission-handed-over"
  /// A system has taken a submission and has not said yet what became of it.
  case deliveryAccepted = "delivery-accepted"
  /// A system said later the contrary of what stands.
  case deliveryContradicted = "delivery-contradicted"
  /// An operator had a submission handed over again.
  case deliveryRetried = "delivery-retried"
  /// An operator rejected a submission without the system's word; with the digest of the operator's reason.
  case deliveryForced = "delivery-forced"
  /// A submission was taken back.
  case submissionCancelled = "submission-cancelled"
  /// A submission expired unsigned, which the server found when its person wanted to sign it.
  case submissionExpired = "submission-expired"

  /// Money moved that no submission moves, such as an opening balance; with the movement's digest.
  case moneyMoved = "money-moved"
  /// The ledger was bound to the audit: the digest of every movement that stood there already. Each later one has a record
  /// of its own.
  case ledgerBound = "ledger-bound"

  /// The bank offers something.
  case dealAdded = "deal-added"
  /// An operator changed a deal.
  case dealChanged = "deal-changed"
  /// The bank offers something no longer.
  case dealEnded = "deal-ended"
  /// A provider may be paid.
  case providerAdded = "provider-added"
  /// A provider may not be paid for now.
  case providerDisabled = "provider-disabled"
  /// A provider may be paid again.
  case providerEnabled = "provider-enabled"
  /// The BIC directory is another.
  case directoryImported = "directory-imported"

  /// New things are made with another secret key.
  case keyActivated = "key-activated"

  /// A version of an operation serves.
  case versionServed = "version-served"
  /// A version of an operation serves no longer; open forms are judged by it for a while.
  case versionReplaced = "version-replaced"
  /// A version of an operation was revoked: it validates no more submissions.
  case versionRevoked = "version-revoked"
  /// An operation was stopped.
  case operationDisabled = "operation-disabled"
  /// An operation was enabled again.
  case operationEnabled = "operation-enabled"

  /// A set of definitions was stored in the database.
  case definitionsStored = "definitions-stored"
  /// Another set of definitions became active.
  case definitionsActivated = "definitions-activated"
  /// The set of definitions that was active before became active again.
  case definitionsRolledBack = "definitions-rolled-back"
}
