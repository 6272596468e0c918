/// Validated values on their way to an effect.
package struct Submission: Entity {
  /// What is known of a submission.
  package typealias Fields = (
    id: SubmissionID,
    // The operation's id, and its version that judged the values.
    operation: String,
    version: String,
    // How far it has come, and where it was rejected why, as a code: `insufficient-funds`, `signing-failed`...
    status: Status,
    reason: String?,
    // What the bank's core has to say of it to the person.
    message: CoreMessage?,
    // The business day that it carries; nil before the signature.
    businessDay: CivilDate?,
    // When it was made, when its status last changed, from when on it can no longer be signed.
    created: Instant,
    changed: Instant,
    expires: Instant,
    // How many wrong answers are left before it is rejected.
    attemptsLeft: Int,
    // The values, as canonical JSON.
    values: String,
    // What is paid, where something is.
    amount: Money?,
    // Who submitted it.
    person: PersonID
  )
  package let fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// How a submission is stored and shown.
  package static let entity = Declaration(
    of: Self.self, "submission",
    [
      .key(\.id), .changing(\.status, \.reason, \.message, \.businessDay, \.changed, \.attemptsLeft),
      .inner(\.amount, \.person), .member(\.created, "createdAt"), .member(\.changed, "changedAt"),
      .member(\.expires, "expiresAt"), .member(\.values, as: .json),
      .sometimes(\.expires, \.attemptsLeft, \.values),
    ],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) })
}

extension Submission {
  /// How far a submission has come.
  package enum Status: String, Sendable, CaseIterable {
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

  /// This submission with another status; the business day is kept unless another is given. Where the clock was set back,
  /// it has changed when it did last.
  package func with(
    _ status: Status, reason: String? = nil, message: CoreMessage? = nil, at instant: Instant,
    attemptsLeft: Int? = nil, businessDay: CivilDate? = nil
  ) -> Submission {
    var fields = fields
    (fields.status, fields.reason, fields.message) = (status, reason, message)
    fields.changed = max(instant, fields.changed)
    fields.businessDay = businessDay ?? fields.businessDay
    fields.attemptsLeft = attemptsLeft ?? fields.attemptsLeft
    return Submission(fields)
  }
}
