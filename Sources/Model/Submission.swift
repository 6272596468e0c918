/// Validated values on their way to an effect.
package struct Submission: Sendable, Equatable {
  /// How far a submission has come.
  package enum Status: String, Sendable {
    /// It waits for the person's signature.
    case awaitingSignature
    /// It is signed, and not executed yet.
    case signed
    /// Its effect is done.
    case executed
    /// Its effect is refused; `reason` says why.
    case rejected
    /// The person took it back.
    case cancelled
    /// Nobody signed it in time.
    case expired
  }

  /// The submission's identifier.
  package let id: SubmissionID
  /// Who submitted it.
  package let person: PersonID
  /// The operation's id.
  package let operation: String
  /// The operation's version that judged the values.
  package let version: String
  /// The values, as canonical JSON.
  package let values: String
  /// How far it has come.
  package let status: Status
  /// Why it was rejected, as a code: `insufficient-funds`, `signing-failed`...
  package let reason: String?
  /// What the bank's core has to say of it to the person.
  package let message: CoreMessage?
  /// The business day that it carries; nil before the signature.
  package let businessDay: CivilDate?
  /// What is paid, where something is.
  package let amount: Money?
  /// How many wrong answers are left before it is rejected.
  package let attemptsLeft: Int
  /// When it was made.
  package let created: Instant
  /// When its status last changed.
  package let changed: Instant
  /// From when on it can no longer be signed.
  package let expires: Instant

  /// A submission.
  package init(
    id: SubmissionID, person: PersonID, operation: String, version: String, values: String, status: Status,
    reason: String?, message: CoreMessage? = nil, businessDay: CivilDate? = nil, amount: Money?, attemptsLeft: Int,
    created: Instant, changed: Instant, expires: Instant
  ) {
    self.id = id
    self.person = person
    self.operation = operation
    self.version = version
    self.values = values
    self.status = status
    self.reason = reason
    self.message = message
    self.businessDay = businessDay
    self.amount = amount
    self.attemptsLeft = attemptsLeft
    self.created = created
    self.changed = changed
    self.expires = expires
  }
}

extension Submission {
  /// This submission with another status; the business day is kept unless another is given.
  package func with(
    _ status: Status, reason: String? = nil, message: CoreMessage? = nil, at instant: Instant,
    attemptsLeft: Int? = nil, businessDay: CivilDate? = nil
  ) -> Submission {
    Submission(
      id: id, person: person, operation: operation, version: version, values: values, status: status, reason: reason,
      message: message, businessDay: businessDay ?? self.businessDay, amount: amount,
      attemptsLeft: attemptsLeft ?? self.attemptsLeft, created: created, changed: instant,
      expires: expires)
  }
}
