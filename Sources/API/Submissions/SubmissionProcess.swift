import Atoms
import BankSystems
import Dates
import Model
import Operations
import Services
import Texts

/// The way of a submission: its validation, its effect, its idempotency key, its delivery and the
/// messages of its signature.
///
///     let checked = try process.validated(values, of: operation, call)
///     let work = try process.work(of: effect, on: checked.storable, for: operation)
package final class SubmissionProcess: Sendable {
  /// The operations that are submitted.
  let forms: OperationForms
  /// The worker that hands signed submissions over to systems of the bank.
  let courier: DeliveryWorker
  /// The signatures.
  let signing: Signing
  /// The outbox of submissions that systems of the bank carry out.
  let deliveries: Deliveries
  /// The effects of operations.
  let effects: Effects
  /// The stored submissions.
  let stored: Submissions
  /// The new submissions that await their signature.
  let unsigned = UnsignedSubmissionCache()
  /// The keys whose submissions are being written now.
  let inProgress = SubmissionsInProgress()

  /// Creates the process of the submissions of these forms.
  init(_ forms: OperationForms, _ services: BankServices, _ courier: DeliveryWorker) {
    self.forms = forms
    self.courier = courier
    signing = services.signing
    deliveries = services.deliveries
    stored = services.submissions
    effects = Effects(services)
  }

  // MARK: - Deliveries

  /// Begins to hand signed submissions over. Without it they wait in the outbox.
  package func beginDeliveries() {
    courier.begin { [weak self] in
      guard let self else { return nil }
      return { submission in try self.effect(of: submission) }
    }
  }

  /// Returns the delivery of a submission; nil if no system of the bank carries it out.
  func delivery(of submission: Submission) throws -> Delivery? {
    guard !forms.systems.isEmpty, try forms.operation(for: submission).map({ $0.delivery != nil }) ?? true else {
      return nil
    }
    return try deliveries.find(submission.id, person: submission.person)
  }

  /// Returns the seconds after which a client should ask for a submission again.
  ///
  /// Returns nil if no system of the bank is to carry it out.
  func retryAfter(of submission: Submission) throws -> Int? {
    guard submission.status == .signed, let delivery = try delivery(of: submission), delivery.status.isOpen else {
      return nil
    }
    // A waiting delivery is mostly being attempted now.
    if delivery.status == .waiting { return 2 }
    guard let due = delivery.due else { return 10 }
    return min(60, max(2, Int((due - forms.clock.now).components.seconds) + 1))
  }

  // MARK: - Signing

  /// Returns the function that writes messages with one-time codes in that language.
  func codeText(in language: Language) -> CodeText {
    { code, number, submission in
      // Without the operation the message lacks only its title: the code and the amount are there in any case.
      let operation = (try? self.forms.operation(for: submission)) ?? nil
      return CodeMessageText.text(code, number: number, of: submission, operation, in: language)
    }
  }
}
