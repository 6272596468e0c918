package import Dates

/// Validated values on their way to an effect.
///
///     let signed = stored.with(.signed, at: stored.created + .seconds(60))
///     let refused = signed.with(.rejected, reason: "insufficient-funds", at: signed.changed + .seconds(1))
///     let back = refused.with(.executed, at: stored.created)  // changed stays: the clock was set back
package struct Submission: Entity {
  /// The identifier.
  package let id: SubmissionID
  /// The id of the operation.
  package let operation: String
  /// The version of the operation that validated the values.
  package let version: String
  /// The status.
  package private(set) var status: Status
  /// The reason of a rejection as a code, such as `insufficient-funds`; nil for other statuses.
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
  /// The number of wrong answers to the signature's question that are left before it is rejected.
  package private(set) var attemptsLeft: Int
  /// The values as canonical JSON.
  package let values: String
  /// The texts by which the person saw chosen options, as JSON by the paths of the atoms; nil for none.
  ///
  /// The path of a label that followed values ends in `#`, such as `fields[0].value#`. The path of a cleared input
  /// that has a preset ends in `∅` and has an empty text.
  package let captions: String?
  /// The warnings that stood when it was made, as JSON by the paths of the atoms; nil for none.
  package let warnings: String?
  /// The method of its signature; nil if it needs none.
  package let method: Challenge.Method?
  /// The time of its signature, or of its submission if it needs none; nil before.
  package private(set) var signed: Instant?
  /// The id of the movement of the ledger that it caused; nil for none.
  package private(set) var movement: Int64?
  /// The amount that is paid; nil if the operation pays none.
  package let amount: Money?
  /// The person who submitted it.
  package let person: PersonID

  /// Creates a submission.
  package init(
    id: SubmissionID, operation: String, version: String, status: Status, reason: String?, message: CoreMessage?,
    businessDay: CivilDate?, created: Instant, changed: Instant, expires: Instant, attemptsLeft: Int, values: String,
    captions: String?, warnings: String? = nil, method: Challenge.Method? = nil, signed: Instant? = nil,
    movement: Int64? = nil, amount: Money?, person: PersonID
  ) {
    (self.id, self.operation, self.version) = (id, operation, version)
    (self.status, self.reason, self.message, self.businessDay) = (status, reason, message, businessDay)
    (self.created, self.changed, self.expires, self.attemptsLeft) = (created, changed, expires, attemptsLeft)
    (self.values, self.captions, self.warnings) = (values, captions, warnings)
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
        texts by which the person saw chosen options, by path, and labels that followed values, by path and #; an input \
        with a preset that the person cleared has an empty text, by path and ∅; absent without any
        """)),
    field(
      "warnings", \.warnings, .form(.json), .sometimes,
      .about("the warnings that stood when it was made, by path; absent without any")),
    field("method", \.method, .inner),
    field("signed", \.signed, .changing, .inner),
    field("movement", \.movement, .changing, .inner),
    field("amount", \.amount, .inner),
    field("person", \.person, .inner),
    make: Submission.init)
}

extension Submission {
  /// The status of a submission.
  package enum Status: String, Sendable, CaseIterable {
    /// The person is yet to sign it.
    case awaitingSignature
    /// The person signed it, and it is yet to be executed.
    case signed
    /// Its effect is done.
    case executed
    /// Its effect is refused; `reason` says why.
    case rejected
    /// The person took it back.
    case cancelled
    /// Its time for signing ended.
    case expired
  }

  /// Returns this submission with another status.
  ///
  /// - Keeps the business day, the attempts and the movement unless others are given.
  /// - Keeps the time of the last change if the clock was set back.
  /// - Notes the time of its signature.
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
  /// The statuses that it has had, oldest first.
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

/// A step in the history of a submission.
package struct StatusChange: Sendable, Equatable {
  /// The status it took.
  package let status: Submission.Status
  /// The reason as a code; nil for steps that need none.
  package let reason: String?
  /// The message of the bank's core to the person.
  package let message: CoreMessage?
  /// The time of the step.
  package let at: Instant

  /// Creates a step.
  package init(status: Submission.Status, reason: String?, message: CoreMessage? = nil, at: Instant) {
    self.status = status
    self.reason = reason
    self.message = message
    self.at = at
  }
}

/// A text of the bank's core that is shown to the person.
package struct CoreMessage: Sendable, Equatable {
  /// In Russian, or in the only language.
  package let text: String
  /// In English, where the core has said it in both.
  package let english: String?

  /// Creates a text, with its English if it has one.
  package init(_ text: String, english: String? = nil) {
    self.text = text
    self.english = english
  }
}
