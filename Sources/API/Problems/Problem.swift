import Atoms
import JSON

/// An error that a client is told of: a problem document (RFC 9457).
struct Problem: Error {
  /// What kind of problem.
  let type: ProblemType
  /// What went wrong this time, in one sentence.
  var detail: LocalizedText?
  /// The violations of values, one per atom.
  var violations: [Violation] = []
  /// Headers that go with the status, such as `Allow`.
  var headers: [(String, String)] = []
  /// Further members, already rendered as JSON.
  var members: [(name: String, json: [UInt8])] = []

  /// A problem of that type, with what went wrong this time.
  init(_ type: ProblemType, ru: String, en: String) { self.init(type, LocalizedText(ru: ru, en: en)) }

  /// A problem of that type.
  init(_ type: ProblemType, _ detail: LocalizedText? = nil) {
    self.type = type
    self.detail = detail
    switch type.status {
    case 401: headers = [("WWW-Authenticate", "Bearer")]
    case 403: headers = [("WWW-Authenticate", "Bearer error=\"insufficient_scope\"")]
    case 503: headers = [("Retry-After", type.name == ProblemType.overloaded.name ? "1" : "60")]
    default: break
    }
  }

  /// The same problem with a header.
  func header(_ name: String, _ value: String) -> Problem {
    var problem = self
    problem.headers.append((name, value))
    return problem
  }

  /// The problem of a token that is unknown or has expired: without `error`, a client could not tell it from a request that
  /// has none (RFC 6750, 3).
  static var invalidToken: Problem {
    var problem = Problem(.unauthorized)
    problem.headers = [("WWW-Authenticate", "Bearer error=\"invalid_token\"")]
    return problem
  }

  /// The same problem with violations of values.
  func violations(_ violations: [Violation]) -> Problem {
    var problem = self
    problem.violations = violations
    return problem
  }

  /// The same problem with a further member.
  func member(_ name: String, _ json: [UInt8]) -> Problem {
    var problem = self
    problem.members.append((name, json))
    return problem
  }
}
