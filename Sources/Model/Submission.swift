package import Dates

/// Validated values, with a status from the submission to the effect.
package struct Submission: Entity {
  package let id: SubmissionID
  package let operation: String
  /// The version of the operation that validated the values.
  package let version: String
  package private(set) var status: Status
  /// The reason for a rejection as a code, such as `insufficient-funds`; nil for other statuses.
  package private(set) var reason: String?
  /// The message of the bank's core to the person.
  package private(set) var message: CoreMessage?
  /// The business day of the payment; nil before the signature.
  package private(set) var businessDay: CivilDate?
  /// The time of submission.
  package let created: Instant
  /// The time of the last change of the status.
  package private(set) var changed: Instant
  /// The time from which it can no longer be signed.
  package let expires: Instant
  /// The number of wrong answers to its challenges that remain before it is rejected.
  package private(set) var attemptsLeft: Int
  /// The values as canonical JSON.
  package let values: String
  /// The displayed texts of chosen options, as JSON by the paths of the atoms; nil if no texts were
  /// displayed.
  ///
  /// The path of a label that depends on values ends in `#`, such as `fields[0].value#`. The path
  /// of the text of a composed atom ends in `=`. The path of a cleared input with a preset ends in
  /// `∅` and has an empty text.
  package let captions: String?
  /// The warnings that were shown at submission, as JSON by the paths of the atoms; nil if no
  /// warning was shown.
  package let warnings: String?
  /// The computed values of `send` as canonical JSON; nil without any. They are not part of the
  /// signed content.
  package let derived: String?
  /// The method of its signature; nil if it needs none.
  package let method: Challenge.Method?
  /// The time of its signature, or of its submission if it needs no signature; nil before the
  /// signature.
  package private(set) var signed: Instant?
  /// The id of the resulting movement in the ledger; nil if no money moved.
  package private(set) var movement: Int64?
  /// The amount to pay; nil if the operation pays none.
  package let amount: Money?
  package let person: PersonID

  package init(
    id: SubmissionID, operation: String, version: String, status: Status, reason: String?, message: CoreMessage?,
    businessDay: CivilDate?, created: Instant, changed: Instant, expires: Instant, attemptsLeft: Int, values: String,
    captions: String?, warnings: String? = nil, derived: String? = nil, method: Challenge.Method? = nil,
    signed: Instant? = nil,
    movement: Int64? = nil, amount: Money?, person: PersonID
  ) {
    (self.id, self.operation, self.version) = (id, operation, version)
    (self.status, self.reason, self.message, self.businessDay) = (status, reason, message, businessDay)
    (self.created, self.changed, self.expires, self.attemptsLeft) = (created, changed, expires, attemptsLeft)
    (self.values, self.captions, self.warnings) = (values, captions, warnings)
    self.derived = derived
    (self.method, self.signed, self.movement) = (method, signed, movement)
    (self.amount, self.person) = (amount, person)
  }

  package static let entity = Fields(
    "submission",
    field("id", \.id, .key),
    field("operation", \.operation),
    field("version", \.version),
    field("status", \.status, .changing),
    field("reason", \.reason, .changing),
    field("message", \.message, .changing),
    field("businessDay", \.businessDay, .changing),
    field("created", \.created, .member("createdAt")),
    field("changed", \.changed, .changing, .member("changedAt")),
    field("expires", \.expires, .member("expiresAt"), .sometimes),
    field("attemptsLeft", \.attemptsLeft, .changing, .sometimes),
    field("values", \.values, .form(.json), .sometimes),
    field(
      "captions", \.captions, .form(.json), .sometimes,
      .about(
        """
        the displayed texts of chosen options, by path; labels that depend on values, by path and #; texts of \
        composed atoms, by path and =. An input with a preset that the person cleared has an empty text, \
        by path and ∅; absent without any
        """)),
    field(
      "warnings", \.warnings, .form(.json), .sometimes,
      .about("the warnings at the time of submission, by path; absent without any")),
    field("derived", \.derived, .inner),
    field("method", \.method, .inner),
    field("signed", \.signed, .changing, .inner),
    field("movement", \.movement, .changing, .inner),
    field("amount", \.amount, .inner),
    field("person", \.person, .inner),
    make: Submission.init)
}

extension Submission {
  package enum Status: String, Sendable, CaseIterable {
    /// The person has not signed it yet.
    case awaitingSignature
    /// The person signed it, and it is not executed yet.
    case signed
    /// Its effect was carried out.
    case executed
    /// Its effect was rejected for `reason`.
    case rejected
    /// The person cancelled it.
    case cancelled
    /// It was not signed in time.
    case expired
  }

  /// Returns this submission with another status.
  ///
  /// - Retains the business day, the attempts and the movement unless new values are given.
  /// - Retains the time of the last change if `instant` is earlier.
  /// - Sets the time of the signature if the status is `signed`.
  package func with(
    _ status: Status, reason: String? = nil, message: CoreMessage? = nil, at instant: Instant,
    attemptsLeft: Int? = nil, businessDay: CivilDate? = nil, movement: Int64? = nil
  ) -> Submission {
    var submission = self
    (submission.status, submission.reason, submission.message) = (status, reason, message)
    submission.changed = max(instant, changed)
    if status == .signed, signed == nil { submission.signed = submission.changed }
    submission.businessDay = businessDay ?? self.businessDay
    submission.attemptsLeft = attemptsLeft ?? self.attemptsLeft
    submission.movement = movement ?? self.movement
    return submission
  }
}

extension Submission {
  /// The changes of the status, oldest first.
  package var history: [StatusChange] {
    var steps: [StatusChange] = []
    if method != nil { steps.append(StatusChange(status: .awaitingSignature, reason: nil, at: created)) }
    if let signed { steps.append(StatusChange(status: .signed, reason: nil, at: signed)) }
    switch status {
    case .awaitingSignature, .signed: break
    case .executed, .rejected, .cancelled, .expired:
      steps.append(StatusChange(status: status, reason: reason, message: message, at: changed))
    }
    return steps
  }
}

/// A change of the status of a submission.
package struct StatusChange: Sendable, Equatable {
  /// The new status.
  package let status: Submission.Status
  /// The reason as a code; nil for statuses without one.
  package let reason: String?
  /// The message of the bank's core to the person.
  package let message: CoreMessage?
  package let at: Instant

  package init(status: Submission.Status, reason: String?, message: CoreMessage? = nil, at: Instant) {
    self.status = status
    self.reason = reason
    self.message = message
    self.at = at
  }
}

/// A text of the bank's core for the person.
package struct CoreMessage: Sendable, Equatable {
  /// The Russian text, or the text in the only language.
  package let text: String
  /// The English text, if the core sent both.
  package let english: String?

  package init(_ text: String, english: String? = nil) {
    self.text = text
    self.english = english
  }
}
