import HTTP
import Services
import Synchronization

/// Something that an answer depends on and that could not be read: a fact of the caller, or a directory of the bank's own.
struct UnknownFact: Error {
  /// What it is called.
  let name: String
  /// Why it could not be read.
  let cause: any Error
}

/// What could not be read for one request. An evaluation goes on without it, so that everything that it makes is dropped:
/// without a fact a limit would be absent, a form shorter, a payment unsigned.
final class UnknownFacts: Sendable {
  private let first = Mutex<UnknownFact?>(nil)

  /// Notes what could not be read.
  func note(_ fact: UnknownFact) { first.withLock { $0 = $0 ?? fact } }

  /// The first of them; nil where everything was known.
  var error: UnknownFact? { first.withLock { $0 } }
}

extension Bank {
  /// What `work` makes of a call, or the first fact that it could not learn: thrown before anything is begun, answered in the
  /// place of what was worked out later. Nothing is done on the strength of what is not known.
  func knowing(_ call: Call, _ errors: ErrorAnswers, _ work: (Call) throws -> Reply) throws -> Reply {
    let reply = Result { try work(call) }
    if let unknown = call.unknown.error { throw unknown }
    switch try reply.get() {
    case .now(let response): return .now(response)
    case .later(let job):
      return .later(
        Job { done in
          job.start { response in
            guard let unknown = call.unknown.error else { return done(response) }
            done(errors.response(for: unknown, call.request, call.language))
          }
        })
    }
  }
}
