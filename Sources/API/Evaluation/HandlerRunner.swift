import Services
import Atoms
import BankSystems
import HTTPServer

/// Runs endpoint handlers until all required answers of the bank's systems are available.
final class HandlerRunner: Sendable {
  /// Converts errors to responses.
  let errors: ErrorAnswers
  private let systems: BankSystemRegistry

  init(_ systems: BankSystemRegistry, _ errors: ErrorAnswers) {
    self.systems = systems
    self.errors = errors
  }

  /// Returns the reply of `handler` to a call.
  ///
  /// If an answer of a system is missing, discards the reply, fetches the answer and runs `handler`
  /// again. No HTTP thread waits during the fetch. Because `handler` may run several times, only
  /// the job that it returns may change data. `Call.later` waits for answers during the rendering
  /// of that job.
  func reply(to call: Call, _ handler: @escaping @Sendable (Call) throws -> Reply) throws -> Reply {
    guard !systems.isEmpty else { return try EvaluationBudget.with { try checked(call, handler) } }
    let fetched = SystemAnswers(systems, for: call.request)
    let call = Call(call, fetched: fetched)
    let reply = attempt(call, handler)
    guard fetched.isMissing else { return try reply.get() }
    return .later(Job { done in self.answer(call, handler, reply, done) })
  }

  /// Runs `handler` once within the evaluation budget of a request. Fails with `UnreadableFact` if
  /// a fact could not be read.
  private func attempt(_ call: Call, _ handler: (Call) throws -> Reply) -> Result<Reply, any Error> {
    Result { try EvaluationBudget.with { try checked(call, handler) } }
  }

  /// Runs `handler` until no answer is missing, then passes its response to `done`.
  ///
  /// Terminates because each iteration answers the questions of the previous one, and the number of
  /// questions per request is limited. If a fact could not be read, fetches nothing.
  private func answer(
    _ call: Call, _ handler: @escaping @Sendable (Call) throws -> Reply,
    _ reply: Result<Reply, any Error>, _ done: @escaping @Sendable (Response) -> Void
  ) {
    if call.unknown == nil, let fetched = call.fetched {
      let isFetching = fetched.fetchMissing {
        CurrentRequest.with(call.request.mark) {
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

  /// Returns the reply of `handler`.
  ///
  /// - If `handler` could not read a fact, throws `UnreadableFact`. A job that it returned is not
  ///   started.
  /// - If the job could not read a fact, replaces its response with a 503.
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
