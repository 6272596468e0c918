package import Dates

/// A submission that a system of the bank carries out, as it stands in the outbox.
///
/// It is prepared with the submission and goes out once that is signed, until the system has said what became of it.
package struct Delivery: Sendable, Equatable {
  /// The state of a delivery.
  package enum Status: String, Sendable, CaseIterable {
    /// Its submission is not signed.
    case prepared
    /// It is to be handed over, for the first time or again.
    case waiting
    /// The system has taken it and has not said what became of it.
    case accepted
    /// It may have reached a system that must not get it twice.
    case unknown
    /// The system executed it.
    case executed
    /// The system refused it.
    case rejected

    /// True if the system has not said what became of it.
    package var isOpen: Bool { self == .waiting || self == .accepted || self == .unknown }
  }

  /// The submission.
  package let submission: SubmissionID
  /// The person who submitted it.
  package let person: PersonID
  /// The name of the system.
  package let service: String
  /// The name of the effect in the system's file.
  package let effect: String
  /// The state.
  package let status: Status
  /// The request as JSON, without address and secrets; nil once it is forgotten.
  package let request: String?
  /// The time of the signature; nil before.
  package let signed: Instant?
  /// The time of the next attempt; nil while only the system, or an operator, can go on.
  package let due: Instant?
  /// The number of attempts.
  package let attempts: Int
  /// The reason why the last attempt gave no declared answer; nil if it did.
  package let fault: String?
  /// The kept values of the system's answers as JSON; nil without any.
  package let kept: String?
  /// The system's later contrary answer; nil without one.
  package let contrary: String?
  /// The time at which the system's answer was taken; nil before.
  package let ended: Instant?
  /// The end of the last attempt to hand it over, at the latest; nil before the first.
  package let sent: Instant?
  /// The first time since then at which the system's word that it does not know the delivery counted; nil without one.
  package let missed: Instant?
  /// The time until which the system is asked about it because an operator rejected it; nil if it is not.
  package let recheckedUntil: Instant?

  /// Creates a delivery as it is stored.
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
  /// The submission.
  package let submission: SubmissionID
  /// The person who submitted it.
  package let person: PersonID

  /// Creates a turn.
  package init(submission: SubmissionID, person: PersonID) { (self.submission, self.person) = (submission, person) }
}

/// A delivery to be stored beside its submission: the rendered request, and what happens here when it is executed.
package struct DeliveryDraft: Sendable {
  /// A movement of the ledger: an account's number, or the duty of an account of the bank such as `settlement`.
  package struct Movement: Sendable, Equatable {
    /// The side that pays.
    package let debit: String
    /// The side that receives.
    package let credit: String
    /// The amount, above zero.
    package let amount: Money
    /// The purpose.
    package let purpose: String

    /// Creates a movement.
    package init(debit: String, credit: String, amount: Money, purpose: String) {
      (self.debit, self.credit, self.amount, self.purpose) = (debit, credit, amount, purpose)
    }
  }

  /// The name of the system.
  package let service: String
  /// The name of the effect in the system's file.
  package let effect: String
  /// The request as JSON, without address and secrets.
  package let request: String
  /// The answers of systems that the submission was judged by, as JSON.
  package let answers: String
  /// The movement on execution; nil for none.
  package let movement: Movement?
  /// The name of the queue whose deliveries go one after the other; nil if it waits for no other.
  package let queue: String?

  /// Creates a draft.
  package init(
    service: String, effect: String, request: String, answers: String, movement: Movement? = nil, queue: String? = nil
  ) {
    (self.service, self.effect, self.request, self.answers) = (service, effect, request, answers)
    (self.movement, self.queue) = (movement, queue)
  }
}

/// The outcome of a delivery: one of the declared answers of its system, or the reason why an answer is missing.
package enum DeliveryOutcome: Sendable, Equatable {
  /// It is executed; with the kept values as JSON.
  case executed(kept: String?)
  /// It is refused, for a reason as a code, with a text for the person.
  case rejected(reason: String, CoreMessage?, kept: String?)
  /// The system has taken it; it is asked again after `again`, and not before a callback if that is nil.
  case accepted(again: Duration?, kept: String?)
  /// The system does not know it. The word counts once `after` has passed since the last attempt and the system has
  /// answered it twice, because a request may arrive late; until then the system is asked again after `again`, and then
  /// it is handed over again.
  case missing(again: Duration, after: Duration)
  /// It has certainly not reached the system, for a reason without any value; it is handed over again after `again`.
  case unsent(String, again: Duration)
  /// There is no declared answer, for a reason without any value; it is tried again after `again`.
  ///
  /// Without `again` only the system, or an operator, can go on.
  case undeclared(String, again: Duration?)

  /// True if the delivery ends with it.
  package var isLast: Bool {
    switch self {
    case .executed, .rejected: true
    case .accepted, .missing, .unsent, .undeclared: false
    }
  }
}
