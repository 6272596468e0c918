import Atoms
import HTTP
import Operations
import Services
import Synchronization

/// The answers of slow directories for one request: those fetched, and those that turned out to be needed.
final class FetchedAnswers: Sendable {
  private let answers: [Directories.Question: Answer]
  private let missing = Mutex<[Directories.Wanted]>([])

  init(_ answers: [Directories.Question: Answer] = [:]) { self.answers = answers }

  /// The answer that was fetched; where there is none it is noted as missing, and failed for now.
  func answer(_ wanted: Directories.Wanted) -> Answer {
    if let answer = answers[wanted.question] { return answer }
    missing.withLock { missing in
      if !missing.contains(where: { $0.question == wanted.question }) { missing.append(wanted) }
    }
    return .failed
  }

  /// What has to be fetched.
  var wanted: [Directories.Wanted] { missing.withLock { $0 } }

  /// These and those.
  func adding(_ more: [Directories.Question: Answer]) -> FetchedAnswers {
    FetchedAnswers(answers.merging(more) { $1 })
  }
}

extension Bank {
  /// Answers a call by what `work` makes of it. Where an answer of a slow directory is missing, what `work` made is
  /// dropped, the answer is fetched without holding a thread of HTTP's, and `work` begins again: so it may run more than
  /// once, and only the job that it replies with may change anything.
  func answering(
    _ call: Call, _ errors: ErrorAnswers, _ work: @escaping @Sendable (Call) throws -> Reply
  ) throws -> Reply {
    guard directories.areSlow else { return try EvaluationBudget.with { try knowing(call, errors, work) } }
    return try answering(call, FetchedAnswers(), errors, work)
  }

  private func answering(
    _ call: Call, _ fetched: FetchedAnswers, _ errors: ErrorAnswers,
    _ work: @escaping @Sendable (Call) throws -> Reply
  ) throws -> Reply {
    var call = call
    call.fetched = fetched
    let reply = Result { [call] in try EvaluationBudget.with { try knowing(call, errors, work) } }
    // Each round answers what the one before it asked, and an operation has so many look-ups: this ends.
    let wanted = call.unknown.error == nil ? fetched.wanted : []
    if wanted.isEmpty { return try reply.get() }
    return .later(
      Job { [call] done in
        self.directories.fetch(wanted) { answers in
          do {
            switch try self.answering(call, fetched.adding(answers), errors, work) {
            case .now(let response): done(response)
            case .later(let job): job.start(done)
            }
          } catch {
            done(errors.response(for: error, call.request, call.language))
          }
        }
      })
  }
}
