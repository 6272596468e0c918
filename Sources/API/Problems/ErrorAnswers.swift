import Atoms
import HTTP
import Logging

/// Turns errors into answers: the one place where an unknown error becomes a 500 and a line in the log.
struct ErrorAnswers: Sendable {
  let log: Logger
  /// The operation that gives a new security matrix, as a problem's member; nil where there is none.
  let renewal: @Sendable (Language) -> [UInt8]?

  /// The answer to an error.
  func response(for error: any Error, _ request: Request, _ language: Language) -> Response {
    if let fault = error as? FieldFault {
      log.notice(
        "field fault",
        metadata: [
          "requestId": "\(request.id)", "entity": "\(fault.entity)", "field": "\(fault.member)",
          "reason": "\(fault.reason)",
        ])
    }
    if let problem = error as? Problem ?? Problem(known: error) {
      return leading(on: problem, language).response(to: request, in: language)
    }
    log.error(
      "unknown error", metadata: ["requestId": "\(request.id)", "error": "\(String(reflecting: error))"])
    return Problem(.internalError).response(to: request, in: language)
  }

  /// The problem with where it leads on: of a matrix that has nothing left to ask, to a new one.
  private func leading(on problem: Problem, _ language: Language) -> Problem {
    guard problem.type.name == ProblemType.matrixExhausted.name, let renewal = renewal(language) else { return problem }
    return problem.member("renewal", renewal)
  }

  /// The answer to an error of what was worked out later for a call.
  func response(to call: Call) -> @Sendable (any Error) -> Response {
    { error in response(for: error, call.request, call.language) }
  }
}
