import Atoms
import HTTP
import Logging

/// Turns errors into answers: the one place where an unknown error becomes a 500 and a line in the log.
struct ErrorAnswers: Sendable {
  let log: Logger

  /// The answer to an error.
  func response(for error: any Error, _ request: Request, _ language: Language) -> Response {
    if let problem = error as? Problem ?? Problem(known: error) { return problem.response(to: request, in: language) }
    log.error(
      "unknown error", metadata: ["requestId": "\(request.id)", "error": "\(String(reflecting: error))"])
    return Problem(.internalError).response(to: request, in: language)
  }

  /// The answer to an error of what was worked out later for a call.
  func response(to call: Call) -> @Sendable (any Error) -> Response {
    { error in response(for: error, call.request, call.language) }
  }
}
