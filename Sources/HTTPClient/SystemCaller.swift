/// The person that a request to another system is made for, and its purpose.
///
///     let caller = SystemCaller(person.description, .question, readsPerson: true)
///     crm.ask(request, repeatable: true, for: caller) { result in ... }
package struct SystemCaller: Sendable, Hashable {
  /// The purpose of a request. Each purpose has a circuit breaker of its own in each system.
  package enum Purpose: Int, Sendable, CaseIterable {
    /// A question of a form.
    case question
    /// A one-time code.
    case code
    /// A notice.
    case notice
    /// The delivery of a signed submission.
    case delivery
  }

  /// The person's id; the network of a caller without one.
  package let id: String
  /// The purpose.
  let purpose: Purpose
  /// True if the request reads `user`, so that a 429 may be about this person alone.
  let readsPerson: Bool

  /// Creates the caller of a request.
  package init(_ id: String, _ purpose: Purpose, readsPerson: Bool = false) {
    (self.id, self.purpose, self.readsPerson) = (id, purpose, readsPerson)
  }
}
