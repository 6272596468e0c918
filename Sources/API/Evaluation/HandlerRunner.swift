import Services
import Atoms
import BankSystems
import HTTPServer

/// Runs the handlers of endpoints until no answer of a system of the bank is missing.
final class HandlerRunner: Sendable {
  /// The responses to errors.
  let errors: ErrorAnswers
  private let systems: BankSystemRegistry

  /// Creates a runner whose handlers ask these systems.
  init(_ systems: BankSystemRegistry, _ errors: ErrorAnswers) {
    self.systems = systems
    self.errors = errors
  }

  /// Returns the reply of `handler` to a call.
  ///
  /// If an answer of a system is missing, it drops the reply, fetches the answer and runs `handler`
  /// again. No HTTP thread waits during the fetch. `handler` may therefore run more than once, and
  /// only the job that it returns may change anything. The rendering of that job waits for answers
  /// in the same way (`Call.later`).
  func reply(to call: Call, _ handler: @escaping @Sendable (Call) throws -> Reply) throws -> Reply {
    guard !systems.isEmpty else { return try EvaluationBudget.with { try checked(call, handler) } }
    let fetched = SystemAnswers(systems, for: call.request)
    let call = Call(call, fetched: fetched)
    let reply = attempt(call, handler)
    guard fetched.isMissing else { return try reply.get() }
    return .later(Job { done in self.answer(call, handler, reply, done) })
  }

  /// Runs `handler` once within the budget of a request. It fails with `UnreadableFact` if a fact could not be read.
  private func attempt(_ call: Call, _ handler: (Call) throws -> Reply) -> Result<Reply, any Error> {
    Result { try EvaluationBudget.with { try checked(call, handler) } }
  }

  /// Runs `handler` again until no answer is missing, then gives its response to `done`.
  ///
  /// This ends: each round answers the questions of the one before, and a request has a maximum count of them.
  /// If a fact could not be read, nothing is fetched: no answer would help.
  private func answer(
    _ call: Call, _ handler: @escaping @Sendable (Call) throws -> Reply,
    _ reply: Result<Reply, any Error>, _ done: @escaping @Sendable (Response) -> Void
  ) {
    if call.unknown == nil, let fetched = call.fetched {
      let isFetching = fetched.fetchMissing {
        CurrentRequest.with(call.request.id) {
          self.answer(call, handler, self.attempt(call, handler), done)
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

  /// Returns the reply of `handler`, unless a fact could not be read.
  ///
  /// - If `handler` could not read one, throws `UnreadableFact`: a job that it returned never starts.
  /// - If the job could not read one, its response is replaced by a 503.
  private func checked(_ call: Call, _ handler: (Call) throws -> Reply) throws -> Reply {
    let reply: Reply
    do {
      reply = try handler(call)
    } catch {
      throw call.unknown ?? error
    }
    if let unknown = call.unknown { throw unknown }
    switch reply {
    case .now: return reply
    case .later(let job):
      return .later(
        Job { [errors] done in
          job.start { response in
            guard let unknown = call.unknown else { return done(response) }
            done(errors.response(for: unknown, call.request, call.language))
          }
        })
    }
  }
}
