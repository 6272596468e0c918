/// The person for whom a request to another system is made, and the purpose of the request.
package struct SystemCaller: Sendable, Hashable {
  /// The purpose of a request. Each system has one circuit breaker for each purpose.
  package enum Purpose: Int, Sendable, CaseIterable {
    /// A query for a form.
    case question
    /// A one-time code.
    case code
    /// A notice.
    case notice
    /// The delivery of a signed submission.
    case delivery
  }

  /// The id of the person, or the network of the client if no person is logged in.
  package let id: String
  let purpose: Purpose
  /// True if the request reads `user`. A 429 can then concern this person alone.
  let readsPerson: Bool

  package init(_ id: String, _ purpose: Purpose, readsPerson: Bool = false) {
    (self.id, self.purpose, self.readsPerson) = (id, purpose, readsPerson)
  }
}
