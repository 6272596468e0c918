import Atoms
import HTTP
import Operations
import Services
import Synchronization

/// The answers of slow directories for one request: the fetched ones and the missing ones.
///
/// Every evaluation of the request shares them, before a write and after it.
final class FetchedAnswers: Sendable {
  private struct State {
    var answers: [LookupSources.Question: Answer] = [:]
    var missing: [LookupSources.Wanted] = []
    /// Every question of the request, answered or not.
    var questions: Set<LookupSources.Question> = []
  }

  /// The maximum question count of one request: several for each of a hundred items.
  ///
  /// Each question takes a place in a queue that all requests share.
  static let mostQuestions = 200

  private let directories: LookupSources
  private let state = Mutex(State())

  init(_ directories: LookupSources) { self.directories = directories }

  /// Returns the fetched answer, or notes that it is missing and returns `failed`.
  ///
  /// Above `mostQuestions` it spends the request's budget, so that the client gets `too-much-work`; nothing is fetched.
  func answer(_ wanted: LookupSources.Wanted) -> Answer {
    state.withLock { state in
      if let answer = state.answers[wanted.question] { return answer }
      if state.questions.insert(wanted.question).inserted { state.missing.append(wanted) }
      if state.questions.count > Self.mostQuestions {
        state.missing = []
        EvaluationBudget.exhaust()
      }
      return .failed
    }
  }

  /// True if an evaluation needed an answer that has not been fetched.
  var isMissing: Bool { state.withLock { !$0.missing.isEmpty } }

  /// Fetches the missing answers and calls `then` once all are here.
  ///
  /// `then` repeats the work: a result without the answers is not valid. Returns false, and never calls `then`, if no
  /// answer is missing.
  func fetchMissing(_ then: @escaping @Sendable () -> Void) -> Bool {
    let wanted = state.withLock { state in
      defer { state.missing = [] }
      return state.missing
    }
    if wanted.isEmpty { return false }
    directories.fetch(wanted) { answers in
      self.state.withLock { $0.answers.merge(answers) { $1 } }
      then()
    }
    return true
  }
}

extension ServedBank {
  /// Returns the reply of `work` to a call.
  ///
  /// If an answer of a slow directory is missing, it drops the reply, fetches the answer and runs `work` again. No HTTP
  /// thread waits meanwhile. So `work` may run more than once, and only the job that it returns may change anything. The
  /// drawing of that job waits for answers in the same way (`Call.later`).
  func answering(
    _ call: Call, _ errors: ErrorAnswers, _ work: @escaping @Sendable (Call) throws -> Reply
  ) throws -> Reply {
    guard directories.areSlow else { return try attempt(call, errors, work).get() }
    var call = call
    let fetched = FetchedAnswers(directories)
    call.fetched = fetched
    let reply = attempt(call, errors, work)
    guard fetched.isMissing else { return try reply.get() }
    return .later(Job { [call] done in self.answer(call, errors, work, reply, done) })
  }

  /// Runs `work` once within the budget of a request. It fails with `UnknownFact` if a fact could not be read.
  private func attempt(
    _ call: Call, _ errors: ErrorAnswers, _ work: (Call) throws -> Reply
  ) -> Result<Reply, any Error> {
    Result { try EvaluationBudget.with { try knowing(call, errors, work) } }
  }

  /// Runs `work` again until no answer is missing, then gives its response to `done`.
  ///
  /// This ends: each round answers the questions of the one before, and an operation has a fixed number of look-ups.
  /// If a fact could not be read, nothing is fetched: no answer would help.
  private func answer(
    _ call: Call, _ errors: ErrorAnswers, _ work: @escaping @Sendable (Call) throws -> Reply,
    _ reply: Result<Reply, any Error>, _ done: @escaping @Sendable (Response) -> Void
  ) {
    if call.unknown.error == nil, let fetched = call.fetched {
      let isFetching = fetched.fetchMissing {
        CurrentRequest.with(call.request.id) {
          self.answer(call, errors, work, self.attempt(call, errors, work), done)
        }
      }
      if isFetching { return }
    }
    switch reply {
    case .success(.now(let response)): done(response)
    case .success(.later(let job)): job.start(done)
    case .failure(let error): done(errors.response(for: error, call.request, call.language))
    }
  }
}

extension Call {
  /// Returns a reply that waits for `deferred` and renders its value or its error.
  ///
  /// `render` and `failing` may run more than once, each time with more answers of slow directories. So they must not
  /// change anything.
  func later<Value: Sendable>(
    _ deferred: Deferred<Value>, failing: @escaping @Sendable (any Error) -> Response,
    _ render: @escaping @Sendable (Value) throws -> Response
  ) -> Reply {
    .later(
      Job { done in
        deferred.start { result in
          self.draw(done) {
            do {
              return try EvaluationBudget.with { try render(try result.get()) }
            } catch {
              return failing(error)
            }
          }
        }
      })
  }

  /// Gives the response of `work` to `done`, and repeats `work` before that while an answer is missing.
  private func draw(_ done: @escaping @Sendable (Response) -> Void, _ work: @escaping @Sendable () -> Response) {
    let response = work()
    let isFetching =
      fetched?.fetchMissing { CurrentRequest.with(request.id) { self.draw(done, work) } } ?? false
    if !isFetching { done(response) }
  }
}
