import Atoms
import Texts
import HTTPServer
import JSON
import Logging
import Model

/// An error that the client receives as a problem document (RFC 9457).
struct Problem: Error {
  let type: ProblemType
  /// One sentence about this occurrence.
  var detail: LocalizedText?
  /// The rejected values, each with the path of its atom.
  var violations: [Violation] = []
  /// The captions of atoms in `violations` that are possibly not on the screen, by path.
  var captions: [String: LocalizedText] = [:]
  /// The submission that the request concerned, for the access line and the metrics.
  var submission: Submission?
  /// True if this request changed the submission, such as the last wrong code, which rejects it.
  var isChange = false
  /// The kind of work that failed, for the metrics; nil if the endpoint decides.
  var action: RequestOutcome.Action?
  /// Headers that the status requires, such as `Allow`.
  var headers: [(String, String)] = []
  /// Extension members of the document, with their values as JSON.
  var members: [(name: String, json: [UInt8])] = []

  init(_ type: ProblemType, ru: String, en: String) { self.init(type, LocalizedText(ru: ru, en: en)) }

  /// Creates a problem with the headers that its status requires.
  ///
  /// - 401 and 403: `WWW-Authenticate` (RFC 6750, 3).
  /// - 503: `Retry-After`, 1 second for `overloaded`, `EvaluationBudget.retryAfter` for
  ///   `system-unavailable` and 60 seconds for any other type.
  init(_ type: ProblemType, _ detail: LocalizedText? = nil) {
    self.type = type
    self.detail = detail
    switch type.status {
    case 401 where type.name == ProblemType.badSignature.name:
      headers = [("WWW-Authenticate", "StandardWebhooks")]
    case 401: headers = [("WWW-Authenticate", "Bearer")]
    case 403: headers = [("WWW-Authenticate", "Bearer error=\"insufficient_scope\"")]
    case 503:
      let waits = [ProblemType.overloaded.name: 1, ProblemType.systemUnavailable.name: EvaluationBudget.retryAfter]
      headers = [("Retry-After", String(waits[type.name] ?? 60))]
    default: break
    }
  }

  /// Returns a copy with one more header.
  func header(_ name: String, _ value: String) -> Problem {
    var problem = self
    problem.headers.append((name, value))
    return problem
  }

  /// The problem for an unknown or expired token.
  ///
  /// `error` distinguishes it from a request without a token (RFC 6750, 3).
  static var invalidToken: Problem {
    var problem = Problem(.unauthorized)
    problem.headers = [("WWW-Authenticate", "Bearer error=\"invalid_token\"")]
    return problem
  }

  /// Returns a copy with these violations.
  func violations(_ violations: [Violation]) -> Problem {
    var problem = self
    problem.violations = violations
    return problem
  }

  /// Returns a copy with the violations of a flow, and with the captions of their atoms in
  /// `operation`.
  func violations(_ violations: [Violation], of operation: Operation) -> Problem {
    var problem = self.violations(violations)
    for violation in violations { problem.captions[violation.atom] = operation.atom(at: violation.atom)?.caption }
    return problem
  }

  /// Returns a copy with the differences between shown and current values. `moreChanges` counts
  /// differences beyond `ErrorList.maximum`.
  func changes(_ changes: [ShownChange]) -> Problem {
    var writer = Writer()
    writer.array { writer in
      for change in changes.prefix(ErrorList.maximum) {
        writer.object { writer in
          writer.member("atom", change.atom.shortened)
          writer.key("shown")
          writer.shortened(change.shown)
          writer.key("now")
          writer.shortened(change.now)
        }
      }
    }
    let problem = member("changes", writer.bytes)
    let more = changes.count - ErrorList.maximum
    return more > 0 ? problem.member("moreChanges", Array(String(more).utf8)) : problem
  }

  /// Returns a copy with one more member, whose value is `json`.
  func member(_ name: String, _ json: [UInt8]) -> Problem {
    var problem = self
    problem.members.append((name, json))
    return problem
  }
}

extension Problem {
  /// Returns the response with the problem document in `language`.
  func response(to request: Request, in language: Language) -> Response {
    var writer = Writer()
    writer.beginObject()
    writer.member("type", "/problems/\(type.name)")
    writer.member("title", type.title[language])
    writer.member("status", type.status)
    if let detail { writer.member("detail", detail[language].shortened) }
    writer.member("requestId", request.id)
    if !violations.isEmpty { writer.errors("errors", violations, captions, more: "moreErrors", in: language) }
    for member in members {
      writer.key(member.name)
      writer.raw(member.json)
    }
    writer.endObject()
    var response = Response(
      status: type.status,
      headers: [
        ("Content-Type", "application/problem+json"), ("Content-Language", language.rawValue),
        ("Cache-Control", "no-store"),
      ] + headers,
      body: writer.bytes)
    response.note = RequestOutcome(self)
    return response
  }
}

/// Converts errors to responses.
///
/// Only this type converts an error without a problem to a 500, and it logs the error.
struct ErrorAnswers: Sendable {
  let log: Logger
  /// Returns the JSON of the operation that issues a new security matrix; nil if no such operation
  /// is available.
  let renewal: @Sendable (Language) -> [UInt8]?

  /// Returns the response to an error.
  ///
  /// - A `FieldFault` is also logged at level `notice`.
  /// - An unknown error is logged at level `error`, and the client gets a 500 without details.
  ///
  /// `submission` and `action` are reported in the access line and the metrics.
  func response(
    for error: any Error, _ request: Request, _ language: Language, about submission: Submission? = nil,
    by action: RequestOutcome.Action? = nil
  ) -> Response {
    if let fault = error as? FieldFault {
      log.notice(
        "invalid field",
        metadata: [
          "requestId": "\(request.id)", "entity": "\(fault.entity)", "field": "\(fault.member)",
          "reason": "\(fault.reason)",
        ])
    }
    if var problem = error as? Problem ?? Problem(known: error) {
      problem.submission = problem.submission ?? submission
      problem.action = problem.action ?? action
      return leading(on: problem, language).response(to: request, in: language)
    }
    log.error(
      "unknown error", metadata: ["requestId": "\(request.id)", "error": "\(String(reflecting: error))"])
    return Problem(.internalError).response(to: request, in: language)
  }

  /// Adds `renewal` if the security matrix is exhausted, so that the client can offer a new matrix.
  private func leading(on problem: Problem, _ language: Language) -> Problem {
    guard problem.type.name == ProblemType.matrixExhausted.name, let renewal = renewal(language) else { return problem }
    return problem.member("renewal", renewal)
  }

  /// Returns a function that converts errors of a call's deferred work to responses. They report
  /// `submission` and `action`.
  func response(
    to call: Call, about submission: Submission? = nil, by action: RequestOutcome.Action? = nil
  ) -> @Sendable (any Error) -> Response {
    { error in response(for: error, call.request, call.language, about: submission, by: action) }
  }
}

/// Limits of the errors in one response, so that a small request cannot cause a large response.
enum ErrorList {
  /// The maximum number of elements in one list. A separate member counts the omitted elements.
  static let maximum = 100
  /// The maximum length in bytes of a path, a message, a detail or a text in `params`. Longer texts
  /// are truncated.
  static let longestText = 1_000
}

extension Writer {
  /// Writes a scalar value, truncating long texts. Writes null for a list or an object.
  fileprivate mutating func shortened(_ value: Value) {
    switch value {
    case .string(let text): string(text.shortened)
    case .array, .object: null()
    default: self.value(value)
    }
  }

  /// Writes the member `name` with the first `ErrorList.maximum` violations, each with the path of
  /// its atom, and its caption if it is in `captions`.
  ///
  /// If violations are omitted, the member `more` has their count.
  mutating func errors(
    _ name: String, _ violations: [Violation], _ captions: [String: LocalizedText] = [:],
    upTo maximum: Int = ErrorList.maximum, more: String, in language: Language
  ) {
    key(name)
    beginArray()
    for violation in violations.prefix(maximum) {
      beginObject()
      member("atom", violation.atom.shortened)
      if let caption = captions[violation.atom] { member("caption", caption[language].shortened) }
      violation.writeMembers(to: &self, in: language, shortened: \.shortened)
      endObject()
    }
    endArray()
    if violations.count > maximum { member(more, violations.count - maximum) }
  }
}

extension String {
  /// The text, truncated to `ErrorList.longestText` bytes and marked with `…` if it is longer.
  var shortened: String {
    guard utf8.count > ErrorList.longestText else { return self }
    let end = utf8.index(utf8.startIndex, offsetBy: ErrorList.longestText)
    // Move the cut back to the start of a Unicode scalar.
    let whole = unicodeScalars.index(before: unicodeScalars.index(after: end))
    return String(unicodeScalars[..<whole]) + "…"
  }
}
