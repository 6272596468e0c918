import Atoms
import HTTP
import Operations
import Services
import Synchronization

/// The answers of slow directories for one request: those fetched, and those that turned out to be needed. All that is
/// worked out for the request shares them, before a write and after it.
final class FetchedAnswers: Sendable {
  private struct State {
    var answers: [Directories.Question: Answer] = [:]
    var missing: [Directories.Wanted] = []
    /// All that were ever asked.
    var questions: Set<Directories.Question> = []
  }

  /// The most questions of one request: several for each of a hundred items. Each takes a place in a queue that all share.
  static let mostQuestions = 200

  private let directories: Directories
  private let state = Mutex(State())

  init(_ directories: Directories) { self.directories = directories }

  /// The answer that was fetched; where there is none it is noted as missing, and failed for now. A request that asks for
  /// more than it may has asked for too much work, and nothing is fetched for it.
  func answer(_ wanted: Directories.Wanted) -> Answer {
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

  /// Whether an answer was needed that is not here.
  var isMissing: Bool { state.withLock { !$0.missing.isEmpty } }

  /// Fetches what was found missing, and calls `then` once it is here; answers false, and calls nothing, where nothing was.
  /// Whoever is called begins again: what was worked out without the answers is no answer.
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

extension Bank {
  /// Answers a call by what `work` makes of it. Where an answer of a slow directory is missing, what `work` made is
  /// dropped, the answer is fetched without holding a thread of HTTP's, and `work` begins again: so it may run more than
  /// once, and only the job that it replies with may change anything. What that job draws waits in the same way (`later`).
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

  /// Works a reply out once, within the budget of a request; what could not be known is thrown.
  private func attempt(
    _ call: Call, _ errors: ErrorAnswers, _ work: (Call) throws -> Reply
  ) -> Result<Reply, any Error> {
    Result { try EvaluationBudget.with { try knowing(call, errors, work) } }
  }

  /// Works a reply out anew as often as it lacks answers. Each round answers what the one before it asked, and an operation
  /// has so many look-ups: this ends. Where a fact could not be read, no answer would help, and none is fetched.
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
  /// The answer that `deferred` gives, later. `render` and `failing` may run more than once, each time with more answers of
  /// slow directories, so they change nothing.
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

  /// Gives what was drawn to `done`; where it lacks an answer of a slow directory it is drawn again with that.
  private func draw(_ done: @escaping @Sendable (Response) -> Void, _ work: @escaping @Sendable () -> Response) {
    let response = work()
    let isFetching =
      fetched?.fetchMissing { CurrentRequest.with(request.id) { self.draw(done, work) } } ?? false
    if !isFetching { done(response) }
  }
}
