import Model
import Services

/// A payment order that is submitted and awaits its signature.
struct WaitingPayment {
  let order: PaymentOrder
  let receipt: Submissions.Receipt
  var submission: Submission { receipt.submission }
  var id: SubmissionID { receipt.submission.id }
  /// The challenge that was returned with the submission.
  var challenge: Challenge? { receipt.challenge }
}

extension TestBank {
  /// Submits a rouble payment of the demo person, which then awaits its signature.
  @discardableResult
  func waitingPayment(_ amount: String, sign: Challenge.Method = .matrix) throws -> WaitingPayment {
    let order = try order(amount)
    return WaitingPayment(order: order, receipt: try submit(order, sign: sign).wait())
  }

  /// Returns this bank and a payment that awaits its signature.
  func withWaitingPayment(
    _ amount: String, sign: Challenge.Method = .matrix
  ) throws -> (bank: TestBank, payment: WaitingPayment) {
    (self, try waitingPayment(amount, sign: sign))
  }

  /// Answers the challenge of a waiting payment.
  func answer(
    _ codes: [String: String], to payment: WaitingPayment, by caller: Caller? = nil
  ) -> Deferred<SignatureOutcome> {
    answer(codes, to: payment.id, payment.order, by: caller)
  }

  /// Requests the challenge of a waiting payment.
  func asked(_ payment: WaitingPayment) throws -> Challenge { try asked(payment.receipt) }
}
