import Model
import Synchronization
import Telemetry

/// The numbers of submissions, signatures and logins by result, counted from the responses.
final class OutcomeMetrics: Sendable {
  /// A series with the values of its labels.
  private enum Series: Hashable {
    case submissions(outcome: String, reason: String)
    case signatures(method: String, result: String)
    case logins(result: String)
  }

  /// The maximum number of series. Submissions with further reasons count as `other`.
  private static let mostSeries = 200

  private let registry: MetricsRegistry
  private let counters = Mutex<[Series: Counter]>([:])
  /// The kind of work of each endpoint, in the order of the endpoints; nil if nothing is counted.
  private let actions: [RequestOutcome.Action?]

  init(_ endpoints: [Endpoint], _ registry: MetricsRegistry) {
    self.registry = registry
    actions = endpoints.map { Self.actions[$0.document.id] }
    // A metric is visible from the start.
    for method in Challenge.Method.allCases { _ = counter(.signatures(method: method.rawValue, result: "signed")) }
    _ = counter(.logins(result: "opened"))
    _ = counter(.submissions(outcome: Submission.Status.executed.rawValue, reason: ""))
  }

  /// The endpoints that submit, sign or log in, by their ids.
  private static let actions: [String: RequestOutcome.Action] = [
    "submitOperation": .submission, "submitFlow": .submission, "sign": .signature, "login": .login,
    "completeEnrolment": .login,
  ]

  /// Counts the outcome of a request to the endpoint at `place`. A repeated request counts only as
  /// an answer to a challenge, not as a submission.
  func count(_ outcome: RequestOutcome, at place: Int) {
    guard place < actions.count, let action = outcome.action ?? actions[place] else { return }
    switch action {
    case .login: counter(.logins(result: outcome.problem ?? "opened")).add()
    case .signature:
      let method = outcome.submission?.method?.rawValue ?? "none"
      counter(.signatures(method: method, result: outcome.problem ?? "signed")).add()
    case .submission:
      if let problem = outcome.problem { counter(.submissions(outcome: "refused", reason: problem)).add() }
    }
    if let submission = outcome.changed {
      counter(.submissions(outcome: submission.status.rawValue, reason: submission.reason ?? "")).add()
    }
  }

  /// Returns the counter of a series; registers it at its first use.
  private func counter(_ series: Series) -> Counter {
    counters.withLock { counters in
      var series = series
      if counters[series] == nil, counters.count >= Self.mostSeries, case .submissions(let outcome, _) = series {
        series = .submissions(outcome: outcome, reason: "other")
      }
      if let known = counters[series] { return known }
      let counter = registered(series)
      counters[series] = counter
      return counter
    }
  }

  private func registered(_ series: Series) -> Counter {
    switch series {
    case .submissions(let outcome, let reason):
      registry.counter(
        "valence_submissions_total",
        "Requests that submitted or signed, by the new status and its reason; `refused` by the problem.",
        [MetricLabel("outcome", outcome), MetricLabel("reason", reason)])
    case .signatures(let method, let result):
      registry.counter(
        "valence_signatures_total", "Answers to challenges, by method and by `signed` or the problem.",
        [MetricLabel("method", method), MetricLabel("result", result)])
    case .logins(let result):
      registry.counter("valence_logins_total", "Logins, by `opened` or the problem.", [MetricLabel("result", result)])
    }
  }
}
