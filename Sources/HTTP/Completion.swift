/// The right to answer a request later. When the last reference goes and nobody has answered, the request is answered
/// as unanswered: a connection never hangs because a job forgot it.
final class Completion: Sendable {
  private let pending: Pending
  private let unanswered: @Sendable () -> Response

  /// The right to answer `pending`; `unanswered` makes the answer for the case that nobody does.
  init(_ pending: Pending, unanswered: @escaping @Sendable () -> Response) {
    self.pending = pending
    self.unanswered = unanswered
  }

  deinit {
    if pending.isOpen { pending.answer(unanswered()) }
  }

  /// Answers; only the first answer counts.
  func callAsFunction(_ response: Response) { pending.answer(response) }
}
