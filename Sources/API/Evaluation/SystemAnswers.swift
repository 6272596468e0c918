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

/// The answers of the bank's systems for one request: those that are here and those that are missing.
///
/// Every evaluation of the request shares them, before a write and after it.
final class SystemAnswers: Sendable {
  private struct Given {
    let answer: LookupAnswer
    /// True if the answer was asked for by this request.
    let isAnew: Bool
  }

  private struct State {
    var given: [SystemQuestion.Identity: Given] = [:]
    var missing: [SystemQuestion] = []
    /// Every question of the request, answered or not.
    var questions: Set<SystemQuestion.Identity> = []
    /// The answers that were asked for anew, by the query's name and its request, as JSON.
    var record: [String: Value] = [:]
    /// The trace of the request; nil until a question needs one.
    var trace: TraceContext?
  }

  /// The maximum question count of one request.
  ///
  /// Each question takes a share of the limits that all requests have together.
  static let maxQuestions = 64

  private let systems: BankSystemRegistry
  private let request: Request
  private let deadline: UInt64
  private let state = Mutex(State())

  /// Creates the answers of a request; its `traceparent` is passed on.
  init(_ systems: BankSystemRegistry, for request: Request) {
    (self.systems, self.request) = (systems, request)
    deadline = DispatchTime.now().uptimeNanoseconds + UInt64(systems.patience / .nanoseconds(1))
  }

  private func trace(_ state: inout State) -> TraceContext {
    let trace = state.trace ?? request.header("traceparent").flatMap { TraceContext(header: $0) } ?? TraceContext()
    state.trace = trace
    return trace
  }

  /// Returns the answer to a question, or notes that it is missing and returns `pending`.
  ///
  /// Above `maxQuestions` it spends the request's budget, so that the client gets `too-much-work`; nothing is fetched.
  func answer(to question: SystemQuestion) -> LookupAnswer {
    state.withLock { state in
      if let given = state.given[question.identity], given.isAnew || !question.isAnew { return given.answer }
      if let kept = systems.kept(question, trace: trace(&state)) {
        state.given[question.identity] = Given(answer: kept, isAnew: false)
        return kept
      }
      // A kept answer that does not serve is asked for once more.
      if state.questions.insert(question.identity).inserted { state.missing.append(question) }
      if state.questions.count > Self.maxQuestions {
        state.missing = []
        EvaluationBudget.exhaust()
      }
      return .pending
    }
  }

  /// Forgets the answers about a person, those of this request too.
  func forget(_ person: PersonID) {
    systems.forget(person)
    state.withLock { state in
      for identity in state.given.keys where identity.person == person { state.given[identity] = nil }
      state.questions = state.questions.filter { $0.person != person }
    }
  }

  /// The answers that this request was judged by, as a JSON array in a fixed order: service, query, request and answer.
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

  /// True if an evaluation needed an answer that has not been fetched.
  var isMissing: Bool { state.withLock { !$0.missing.isEmpty } }

  /// Fetches the missing answers and calls `then` once all are here, or the time of the request is over.
  ///
  /// `then` repeats the work: a result without the answers is not valid. Returns false, and never calls `then`, if no
  /// answer is missing.
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
  /// `render` and `failing` may run more than once, each time with more answers of systems. So they must not
  /// change anything.
  func later<Value: Sendable>(
    _ deferred: Deferred<Value>, failing: @escaping @Sendable (any Error) -> Response,
    _ render: @escaping @Sendable (Value) throws -> Response
  ) -> Reply {
    .later(
      Job { done in
        // Drawn on the thread that sends it, the response passes through one thread less, and that thread is woken once for a batch.
        let sender = EventLoop.current
        deferred.start { result in
          // A write may change what systems know of the person; a draft does not.
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

  /// Draws on `sender`; on this thread if there is none, or if it is that one.
  private func draw(
    _ done: @escaping @Sendable (Response) -> Void, on sender: EventLoop?, _ work: @escaping @Sendable () -> Response
  ) {
    guard let sender, EventLoop.current !== sender else { return draw(done, work) }
    sender.run { CurrentRequest.with(self.request.id) { self.draw(done, work) } }
  }

  /// Gives the response of `work` to `done`, and repeats `work` before that while an answer is missing.
  private func draw(_ done: @escaping @Sendable (Response) -> Void, _ work: @escaping @Sendable () -> Response) {
    let response = work()
    let isFetching =
      fetched?.fetchMissing { CurrentRequest.with(self.request.id) { self.draw(done, work) } } ?? false
    if !isFetching { done(response) }
  }
}
