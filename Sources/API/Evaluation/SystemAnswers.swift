import BankSystems
import Atoms
import Dispatch
import HTTPServer
import JSON
import Model
import Operations
import HTTPClient
import Services
import Synchronization

/// The answers of the bank's systems for one request, both available and missing.
///
/// All evaluations of the request share them.
final class SystemAnswers: Sendable {
  private struct Given {
    let answer: LookupAnswer
    /// True if this request fetched the answer; false for a cached answer.
    let isAnew: Bool
  }

  private struct State {
    var given: [SystemQuestion.Identity: Given] = [:]
    var missing: [SystemQuestion] = []
    /// All questions of the request, answered or not.
    var questions: Set<SystemQuestion.Identity> = []
    /// The answers that this request fetched as JSON, by query name and request.
    var record: [String: Value] = [:]
    /// The trace context of the request; nil until it is needed.
    var trace: TraceContext?
  }

  /// The maximum number of questions in one request.
  ///
  /// Each question uses a share of the limits that apply to all requests together.
  static let maxQuestions = 64

  private let systems: BankSystemRegistry
  private let request: Request
  private let deadline: UInt64
  private let state = Mutex(State())

  /// Creates the answers for a request. Its `traceparent` is passed on to the systems.
  init(_ systems: BankSystemRegistry, for request: Request) {
    (self.systems, self.request) = (systems, request)
    deadline = DispatchTime.now().uptimeNanoseconds + UInt64(systems.patience / .nanoseconds(1))
  }

  private func trace(_ state: inout State) -> TraceContext {
    let trace = state.trace ?? request.header("traceparent").flatMap { TraceContext(header: $0) } ?? TraceContext()
    state.trace = trace
    return trace
  }

  /// Returns the answer to a question. If it is missing, records the question and returns
  /// `pending`.
  ///
  /// Above `maxQuestions`, exhausts the evaluation budget, so that the client gets `too-much-work`.
  /// No answer is then fetched.
  func answer(to question: SystemQuestion) -> LookupAnswer {
    state.withLock { state in
      if let given = state.given[question.identity], given.isAnew || !question.isAnew { return given.answer }
      if let kept = systems.kept(question, trace: trace(&state)) {
        state.given[question.identity] = Given(answer: kept, isAnew: false)
        return kept
      }
      // Fetch again if the cached answer must not be used.
      if state.questions.insert(question.identity).inserted { state.missing.append(question) }
      if state.questions.count > Self.maxQuestions {
        state.missing = []
        EvaluationBudget.exhaust()
      }
      return .pending
    }
  }

  /// Invalidates cached answers about a person, including the answers in this request.
  func forget(_ person: PersonID) {
    systems.forget(person)
    state.withLock { state in
      for identity in state.given.keys where identity.person == person { state.given[identity] = nil }
      state.questions = state.questions.filter { $0.person != person }
    }
  }

  /// The answers that this request fetched, as a JSON array in a fixed order. Each element has
  /// `service`, `query`, `request` and `answer`.
  var record: String {
    let entries = state.withLock { $0.record }.sorted { $0.key < $1.key }.map(\.value)
    return String(decoding: Value.array(entries).canonical, as: UTF8.self)
  }

  private static func entry(_ question: SystemQuestion, _ answer: LookupAnswer) -> Value {
    let value: Value = if case .found(let value) = answer { value } else { .null }
    return [
      "service": .string(question.query.system), "query": .string(question.query.name),
      "request": .string(question.identity.text), "answer": value,
    ]
  }

  /// True if an evaluation needed an answer that is not yet fetched.
  var isMissing: Bool { state.withLock { !$0.missing.isEmpty } }

  /// Fetches the missing answers. Calls `then` when all have arrived or the deadline of the request
  /// has passed.
  ///
  /// `then` must repeat the work, because a result without the answers is not valid. If no answer
  /// is missing, returns false and does not call `then`.
  func fetchMissing(_ then: @escaping @Sendable () -> Void) -> Bool {
    let (missing, trace) = state.withLock { state -> ([SystemQuestion], TraceContext?) in
      defer { state.missing = [] }
      return (state.missing, state.missing.isEmpty ? nil : self.trace(&state))
    }
    guard let trace else { return false }
    systems.fetch(missing, until: deadline, trace: trace) { answers in
      self.state.withLock { state in
        for (identity, answer) in answers { state.given[identity] = Given(answer: answer, isAnew: true) }
        for question in missing {
          guard let answer = answers[question.identity] else { continue }
          state.record["\(question.query.name) \(question.identity.text)"] = Self.entry(question, answer)
        }
      }
      then()
    }
    return true
  }
}

extension Call {
  /// Returns a reply that waits for `deferred` and renders its value or its error.
  ///
  /// `render` and `failing` may run several times, each time with more answers of systems, so they
  /// must not change data.
  func later<Value: Sendable>(
    _ deferred: Deferred<Value>, failing: @escaping @Sendable (any Error) -> Response,
    _ render: @escaping @Sendable (Value) throws -> Response
  ) -> Reply {
    .later(
      Job { done in
        // Render on the thread that sends the response, which saves a change of threads.
        let sender = EventLoop.current
        deferred.start { result in
          // A write may change what the systems know about the person. A draft does not.
          if let caller = self.identity, !self.request.path.hasPrefix("/drafts/") {
            self.fetched?.forget(caller.person)
          }
          self.draw(done, on: sender) {
            do {
              return try EvaluationBudget.with { try render(try result.get()) }
            } catch {
              return failing(error)
            }
          }
        }
      })
  }

  /// Renders on `sender`; on this thread if `sender` is nil or is the current event loop.
  private func draw(
    _ done: @escaping @Sendable (Response) -> Void, on sender: EventLoop?, _ work: @escaping @Sendable () -> Response
  ) {
    guard let sender, EventLoop.current !== sender else { return draw(done, work) }
    sender.run { CurrentRequest.with(self.request.mark) { self.draw(done, work) } }
  }

  /// Passes the response of `work` to `done`. While an answer is missing, fetches it and repeats
  /// `work`.
  private func draw(_ done: @escaping @Sendable (Response) -> Void, _ work: @escaping @Sendable () -> Response) {
    let response = work()
    let isFetching =
      fetched?.fetchMissing { CurrentRequest.with(self.request.mark) { self.draw(done, work) } } ?? false
    if !isFetching { done(response) }
  }
}
