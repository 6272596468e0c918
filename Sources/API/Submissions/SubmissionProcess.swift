import Atoms
import BankSystems
import Dates
import Model
import Operations
import Services
import Texts

/// The processing of submissions: validation, effects, idempotency keys, deliveries and signature
/// messages.
package final class SubmissionProcess: Sendable {
  let forms: OperationForms
  /// The worker that delivers signed submissions to the bank's systems.
  let courier: DeliveryWorker
  let signing: Signing
  /// The outbox of submissions for the bank's systems.
  let deliveries: Deliveries
  let effects: Effects
  let stored: Submissions
  /// Recent submissions that await their signature.
  let unsigned = UnsignedSubmissionCache()
  /// The keys of submissions in progress.
  let inProgress = SubmissionsInProgress()

  init(_ forms: OperationForms, _ services: BankServices, _ courier: DeliveryWorker) {
    self.forms = forms
    self.courier = courier
    signing = services.signing
    deliveries = services.deliveries
    stored = services.submissions
    effects = Effects(services)
  }

  // MARK: - Deliveries

  /// Starts delivering signed submissions. Before that they remain in the outbox.
  package func beginDeliveries() {
    courier.begin { [weak self] in
      guard let self else { return nil }
      return { submission in try self.effect(of: submission) }
    }
  }

  /// Returns the delivery of a submission; nil if no system of the bank executes it.
  func delivery(of submission: Submission) throws -> Delivery? {
    guard !forms.systems.isEmpty, try forms.operation(for: submission).map({ $0.delivery != nil }) ?? true else {
      return nil
    }
    return try deliveries.find(submission.id, person: submission.person)
  }

  /// Returns the seconds after which a client should request a submission again.
  ///
  /// Returns nil unless the submission is signed and has an open delivery.
  func retryAfter(of submission: Submission) throws -> Int? {
    guard submission.status == .signed, let delivery = try delivery(of: submission), delivery.status.isOpen else {
      return nil
    }
    // A waiting delivery is usually being attempted now.
    if delivery.status == .waiting { return 2 }
    guard let due = delivery.due else { return 10 }
    return min(60, max(2, Int((due - forms.clock.now).components.seconds) + 1))
  }

  // MARK: - Signing

  /// Returns the function that creates messages with one-time codes in `language`.
  func codeText(in language: Language) -> CodeText {
    { code, number, submission in
      // Without the operation, the message lacks only its title.
      let operation = (try? self.forms.operation(for: submission)) ?? nil
      return CodeMessageText.text(code, number: number, of: submission, operation, in: language)
    }
  }
}
