import JSON
package import Model

/// One question to a system of the bank: a query with its values, on behalf of a caller.
package struct SystemQuestion: Sendable {
  /// Everything that shapes the answer: equal identities share one answer.
  package struct Identity: Hashable, Sendable {
    let system: String
    let digest: String
    /// The person; nil if the answer is the same for all.
    package let person: PersonID?
    let request: SystemRequest.Rendered

    /// The request in words: its method and target, and its body.
    package var text: String {
      let body = request.body.map { " \(String(decoding: $0, as: UTF8.self))" } ?? ""
      return "\(request.method) \(request.target)\(body)"
    }

    /// Adds the parts that differ between most questions: hashing all of them costs more than the rare comparison.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(person)
      hasher.combine(request.target)
      if let body = request.body { hasher.combine(body) }
    }
  }

  /// The query.
  package let query: DeclaredQuery
  /// The identity.
  package let identity: Identity
  /// The value of the option that is asked for; nil for any other question.
  let option: Value?
  /// The id of the person whose share of the limits it takes, or the network of a caller without one.
  let asker: String
  /// True if no kept answer serves: the answer decides about a submission.
  package let isAnew: Bool
  /// Milliseconds for which an answer may be used again, and after that while a new one is fetched.
  let cache: Int
  let stale: Int
  /// Milliseconds for which the service file allows both to anybody who asks; 0 if no answer is kept.
  let keeping: Int
  /// Milliseconds to wait; nil for the timeout of the system.
  let timeout: Int?
}
