import JSON
package import Model

/// One question to a bank system: a query with its values and its caller.
package struct SystemQuestion: Sendable {
  /// Everything that affects the answer. Questions with equal identities share one answer.
  package struct Identity: Hashable, Sendable {
    let system: String
    let digest: String
    /// The person; nil if the answer is the same for all persons.
    package let person: PersonID?
    let request: SystemRequest.Rendered

    /// The request as text: its method, target and body.
    package var text: String {
      let body = request.body.map { " \(String(decoding: $0, as: UTF8.self))" } ?? ""
      return "\(request.method) \(request.target)\(body)"
    }

    /// Hashes only the parts that differ between most questions.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(person)
      hasher.combine(request.target)
      if let body = request.body { hasher.combine(body) }
    }
  }

  package let query: DeclaredQuery
  package let identity: Identity
  /// The value of the requested option; nil for any other question.
  let option: Value?
  /// The id of the person whose share of the limits is used, or the network of an anonymous caller.
  let asker: String
  /// True if a cached answer must not be used, because the answer decides about a submission.
  package let isAnew: Bool
  /// The milliseconds for which a cached answer is used; `stale` is the further time for which it
  /// is used while a new one is fetched.
  let cache: Int
  let stale: Int
  /// The milliseconds for which the answer is stored for all callers, from the service file. Lookup
  /// terms do not shorten it. 0 disables the cache.
  let keeping: Int
  /// The timeout in milliseconds; nil for the timeout of the system.
  let timeout: Int?
}
