package import Atoms
package import JSON
import HTTPClient
import Synchronization

/// Simulates how a server fetches the recorded answers for one request, without waiting.
///
/// A server limits the number of concurrent queries and the total time of a request. A delay counts
/// against the timeout of the lookup, the timeout of the service, and the total time.
package final class RecordedRounds: Sendable {
  private struct Question: Hashable {
    let system: String
    let digest: String
    let request: SystemRequest.Rendered
  }

  private struct Asked {
    let question: Question
    let answer: LookupAnswer
    /// The delay of the answer and the timeout, in milliseconds.
    let delay: Int
    let timeout: Int
  }

  private struct State {
    var known: [Question: LookupAnswer] = [:]
    var missing: [Asked] = []
    /// The milliseconds since the start of the request.
    var now = 0
  }

  private let recorded: RecordedAnswers
  private let patience = Int(BankSystemRegistry.patience / .milliseconds(1))
  private let state = Mutex(State())

  /// Creates the simulation of a new request.
  package init(_ recorded: RecordedAnswers) { self.recorded = recorded }

  /// Returns the answer to a query, or `pending` if it is not fetched yet.
  package func answer(
    to query: any SystemQuery, _ arguments: [Value], user: Value, _ terms: LookupTerms
  ) -> LookupAnswer {
    guard let query = query as? DeclaredQuery, let request = try? query.request.rendered(arguments + [user]) else {
      return recorded.answer(to: query, arguments, user: user, terms)
    }
    let question = Question(system: query.system, digest: query.digest, request: request)
    return state.withLock { state in
      if let known = state.known[question] { return known }
      if !state.missing.contains(where: { $0.question == question }) {
        let (answer, delay) = recorded.exchange(query, request)
        let timeout = min(query.timeout, terms.timeout ?? .max)
        state.missing.append(Asked(question: question, answer: answer, delay: delay, timeout: timeout))
      }
      return .pending
    }
  }

  /// Fetches the answers that were requested since the last call. Returns false without any.
  package func fetch() -> Bool {
    state.withLock { state in
      var ends = [Int](repeating: state.now, count: BankSystemRegistry.atOnce)
      for asked in state.missing {
        let place = ends.indices.min { ends[$0] < ends[$1] } ?? 0
        let time = min(asked.timeout, patience - ends[place])
        state.known[asked.question] = asked.delay < time ? asked.answer : .unavailable
        ends[place] += min(asked.delay, max(0, time))
        state.now = max(state.now, ends[place])
      }
      defer { state.missing = [] }
      return !state.missing.isEmpty
    }
  }
}
