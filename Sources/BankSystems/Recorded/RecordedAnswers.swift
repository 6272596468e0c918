import Services
package import Atoms
package import JSON

/// The recorded answers of the bank systems, to try an operation without the systems.
package struct RecordedAnswers: Sendable {
  var systems: [RecordedSystem]
  /// The names of the answers that take precedence.
  package var chosen: [String] = []

  package init(_ systems: [RecordedSystem] = []) { self.systems = systems }

  /// Returns the recorded answer to a query with these keys. `user` is the fact that requests read
  /// as `user`.
  ///
  /// An answer whose delay reaches the timeout of the service or of `terms` is unavailable.
  package func answer(
    to query: any SystemQuery, _ arguments: [Value], user: Value, _ terms: LookupTerms
  ) -> LookupAnswer {
    guard let query = query as? DeclaredQuery else { return .unavailable }
    guard let request = try? query.request.rendered(arguments + [user]) else {
      return query.use == .lookup ? .empty : .unavailable
    }
    let (answer, delay) = exchange(query, request)
    return delay < min(query.timeout, terms.timeout ?? .max) ? answer : .unavailable
  }

  /// Returns the recorded answer to a request, and its delay in milliseconds.
  func exchange(_ query: DeclaredQuery, _ request: SystemRequest.Rendered) -> (answer: LookupAnswer, delay: Int) {
    guard let days = Self.days else { return (.unavailable, 0) }
    let recorded = systems.first { $0.name == query.system } ?? RecordedSystem(name: query.system)
    return recorded.exchange(of: query, request, preferring: chosen) { days.date(at: $0) }
  }

  /// True if an answer has a delay.
  package var areDelayed: Bool { systems.contains(where: \.isDelayed) }

  private static let days = BankDay(timeZone: BankDay.standardZone)
}
