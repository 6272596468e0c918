package import Atoms
import Essentials
package import JSON

/// The recorded answers of the bank's systems, for whoever tries an operation without the systems.
///
///     let answers = RecordedAnswers(catalog.recordings)
///     answers.answer(to: query, ["7707083893"], user: person)
package struct RecordedAnswers: Sendable {
  /// The recorded systems.
  var systems: [RecordedSystem]
  /// The names of the answers that come before the others.
  var chosen: [String] = []

  /// Creates the answers of these systems.
  package init(_ systems: [RecordedSystem] = []) { self.systems = systems }

  /// Returns the recorded answer to a query with these values of its keys; `user` is what requests read of the person.
  package func answer(to query: any SystemQuery, _ arguments: [Value], user: Value) -> Answer {
    guard let query = query as? DeclaredQuery, let days = Self.days else { return .unavailable }
    guard let request = try? query.request.rendered(arguments + [user]) else {
      return query.use == .lookup ? .empty : .unavailable
    }
    let recorded = systems.first { $0.name == query.system } ?? RecordedSystem(name: query.system)
    return recorded.answer(to: query, request, preferring: chosen) { days.date(at: $0) }
  }

  private static let days = BankDay(timeZone: BankDay.standardZone)
}
