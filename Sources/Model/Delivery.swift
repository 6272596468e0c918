package import Dates

/// A submission in the outbox, to be carried out by a system of the bank.
///
/// It is stored with the submission. Once the submission is signed, it is handed over repeatedly
/// until the system reports an outcome.
package struct Delivery: Sendable, Equatable {
  package enum Status: String, Sendable, CaseIterable {
    /// Its submission is not signed yet.
    case prepared
    /// It is ready to be handed over, for the first time or again.
    case waiting
    /// The system accepted it, and the outcome is pending.
    case accepted
    /// It may have reached a system that must not receive it twice.
    case unknown
    case executed
    /// The system rejected it.
    case rejected

    /// True if the outcome is pending.
    package var isOpen: Bool { self == .waiting || self == .accepted || self == .unknown }
  }

  package let submission: SubmissionID
  package let person: PersonID
  /// The name of the system.
  package let service: String
  /// The name of the effect in the system's service file.
  package let effect: String
  package let status: Status
  /// The request as JSON, without the address and secrets; nil once it is deleted.
  package let request: String?
  /// The time of the signature; nil before the signature.
  package let signed: Instant?
  /// The time of the next attempt; nil if none is scheduled and only the system or an operator can
  /// continue.
  package let due: Instant?
  package let attempts: Int
  /// The reason why the last attempt returned no declared response; nil if it returned one.
  package let fault: String?
  /// The values stored from the system's responses, as JSON; nil if no values are stored.
  package let kept: String?
  /// A later response of the system that contradicts the outcome; nil if no such response was
  /// received.
  package let contrary: String?
  /// The time at which the outcome was stored; nil while the outcome is pending.
  package let ended: Instant?
  /// The time by which the last attempt to hand it over ends; nil before the first attempt.
  package let sent: Instant?
  /// The time of the first valid report that the system does not know the delivery; nil if no such
  /// report was received (see `DeliveryOutcome.missing`). A new attempt or an acceptance resets it.
  package let missed: Instant?
  /// The time until which the system is queried about a delivery that an operator rejected; nil
  /// otherwise.
  package let recheckedUntil: Instant?

  package init(
    submission: SubmissionID, person: PersonID, service: String, effect: String, status: Status, request: String?,
    signed: Instant?, due: Instant?, attempts: Int, fault: String?, kept: String?, contrary: String?, ended: Instant?,
    sent: Instant?, missed: Instant?, recheckedUntil: Instant?
  ) {
    (self.submission, self.person, self.service, self.effect) = (submission, person, service, effect)
    (self.status, self.request, self.signed, self.due) = (status, request, signed, due)
    (self.attempts, self.fault, self.kept) = (attempts, fault, kept)
    (self.contrary, self.ended) = (contrary, ended)
    (self.sent, self.missed, self.recheckedUntil) = (sent, missed, recheckedUntil)
  }
}

/// A due delivery and its person.
package struct DeliveryTurn: Sendable, Equatable {
  package let submission: SubmissionID
  package let person: PersonID

  package init(submission: SubmissionID, person: PersonID) { (self.submission, self.person) = (submission, person) }
}

/// A delivery to store with its submission: the rendered request, and the movement of money on
/// execution.
package struct DeliveryDraft: Sendable {
  /// A movement of the ledger. A side is an account number, or the duty of an account of the bank
  /// such as `settlement`.
  package struct Movement: Sendable, Equatable {
    /// The side that pays.
    package let debit: String
    /// The side that receives.
    package let credit: String
    /// The amount, above zero.
    package let amount: Money
    package let purpose: String

    package init(debit: String, credit: String, amount: Money, purpose: String) {
      (self.debit, self.credit, self.amount, self.purpose) = (debit, credit, amount, purpose)
    }
  }

  /// The name of the system.
  package let service: String
  /// The name of the effect in the system's service file.
  package let effect: String
  /// The request as JSON, without the address and secrets.
  package let request: String
  /// The responses of systems that were used to validate the submission, as JSON.
  package let answers: String
  /// The movement on execution; nil if no money moves.
  package let movement: Movement?
  /// The name of a queue whose deliveries are handed over one at a time; nil if the delivery is in
  /// no queue.
  package let queue: String?

  package init(
    service: String, effect: String, request: String, answers: String, movement: Movement? = nil, queue: String? = nil
  ) {
    (self.service, self.effect, self.request, self.answers) = (service, effect, request, answers)
    (self.movement, self.queue) = (movement, queue)
  }
}

/// The outcome of a delivery: a declared response of its system, or the reason for its absence.
package enum DeliveryOutcome: Sendable, Equatable {
  /// The delivery was executed. `kept` contains the stored values as JSON.
  case executed(kept: String?)
  /// The delivery was rejected. `reason` is a code, and the message is for the person.
  case rejected(reason: String, CoreMessage?, kept: String?)
  /// The system accepted the delivery. It is queried again after `again`; if that is nil, only
  /// after a callback.
  case accepted(again: Duration?, kept: String?)
  /// The system does not know the delivery.
  ///
  /// Because a request can arrive late, a report is valid only if `after` has passed since the last
  /// attempt. The second valid report makes the delivery due again. Until then, the system is
  /// queried again after `again`.
  case missing(again: Duration, after: Duration)
  /// The delivery certainly did not reach the system. It is handed over again after `again`. The
  /// reason contains no values.
  case unsent(String, again: Duration)
  /// The response is missing or not a declared one. The reason contains no values.
  ///
  /// The next attempt is made after `again`. If that is nil, only the system or an operator can
  /// continue.
  case undeclared(String, again: Duration?)

  /// True if the outcome ends the delivery.
  package var isLast: Bool {
    switch self {
    case .executed, .rejected: true
    case .accepted, .missing, .unsent, .undeclared: false
    }
  }
}
