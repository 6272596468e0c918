/// What an audit record tells of. The words are stored and hashed: none is ever changed or given another meaning.
package enum AuditEvent: String, Sendable, CaseIterable {
  /// A session began.
  case login = "login"
  /// A login was refused after none had been for a while; recorded once for that time, however many follow: of a person
  /// whose login it is, and of all logins where nobody has it, once for each address.
  case loginsRefused = "logins-refused"
  /// A session was ended by whoever it belongs to, in it.
  case logout = "logout"
  /// A session was ended from another one or by an operator; of a person, all of them, or all but the one that asked.
  case sessionEnded = "session-ended"
  /// A person has another password, and no other session.
  case passwordChanged = "password-changed"

  /// Somebody may log in from now on.
  case personAdded = "person-added"
  /// A person has another name or telephone number.
  case personChanged = "person-changed"
  /// A person's data were erased.
  case personErased = "person-erased"
  /// A person has set something.
  case settingsChanged = "settings-changed"
  /// Accounts were opened for a person.
  case accountsOpened = "accounts-opened"
  /// Cards were issued to a person.
  case cardsIssued = "cards-issued"
  /// A card has another status.
  case cardChanged = "card-changed"
  /// A person has a daily limit of their own, or none any more.
  case limitChanged = "limit-changed"
  /// A person has a template more.
  case templateAdded = "template-added"
  /// A person has a template less.
  case templateDeleted = "template-deleted"
  /// A provider knows a person by a number.
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
  /// A submission was taken back.
  case submissionCancelled = "submission-cancelled"
  /// A submission was not signed in time, as was found when somebody wanted to.
  case submissionExpired = "submission-expired"

  /// Money moved that no submission moves, such as an opening balance; with the movement's digest.
  case moneyMoved = "money-moved"
  /// The ledger was bound to the audit: the digest of every movement that stood there already. Each later one has a record
  /// of its own.
  case ledgerBound = "ledger-bound"

  /// The bank offers something.
  case dealAdded = "deal-added"
  /// What the bank offers is another.
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

  /// A version of an operation serves.
  case versionServed = "version-served"
  /// A version of an operation serves no longer; open forms are judged by it for a while.
  case versionReplaced = "version-replaced"
  /// Nothing is judged by a version of an operation any more.
  case versionRevoked = "version-revoked"
  /// An operation was stopped.
  case operationDisabled = "operation-disabled"
  /// An operation goes on.
  case operationEnabled = "operation-enabled"
}
