import Atoms
import HTTPServer
import Model

/// The outcome of a request, for the access line and for `OutcomeMetrics`.
///
/// It contains names from definitions and words of the server, but no entered values.
final class RequestOutcome: ResponseNote {
  /// The kind of work whose results are counted.
  enum Action: Sendable {
    case submission, signature, login
  }

  /// The kind of work; nil if the endpoint decides.
  let action: Action?
  /// The submission that the request concerned; nil without one.
  let submission: Submission?
  /// True if this request changed the submission, false for a repeated request.
  private let isChange: Bool
  /// The name of the problem in the response; nil for a success.
  let problem: String?
  let fields: [(name: StaticString, value: String)]

  /// The maximum number of violated rules in an access line.
  private static let mostRules = 5

  /// Creates the outcome of a successful request. `isChange` is true if it changed the submission.
  init(_ action: Action?, _ submission: Submission? = nil, isChange: Bool = false) {
    (self.action, self.submission) = (action, submission)
    (problem, self.isChange) = (nil, isChange)
    fields = submission.map(Self.fields) ?? []
  }

  /// Creates the outcome of a request that was rejected with a problem.
  init(_ problem: Problem) {
    (action, submission) = (problem.action, problem.submission)
    (self.problem, isChange) = (problem.type.name, problem.isChange)
    var fields: [(name: StaticString, value: String)] = [("problem", problem.type.name)]
    if !problem.violations.isEmpty {
      var rules = ""
      for violation in problem.violations.prefix(Self.mostRules) {
        if !rules.isEmpty { rules += "," }
        Self.append(violation, to: &rules)
      }
      fields.append(("rules", rules))
    }
    if let submission = problem.submission { fields += Self.fields(of: submission) }
    self.fields = fields
  }

  /// Creates a copy of an outcome with the operation of the request.
  init(_ other: RequestOutcome, of operation: String) {
    (action, submission) = (other.action, other.submission)
    (problem, isChange) = (other.problem, other.isChange)
    fields = other.fields + [("operation", operation)]
  }

  /// True for a problem that does not name its operation.
  var lacksOperation: Bool { problem != nil && submission == nil }

  /// The submission, if this request changed it; otherwise nil.
  var changed: Submission? { isChange ? submission : nil }

  /// True if this request rejected a submission, so that its money did not move.
  var isNotable: Bool { changed?.status == .rejected }

  private static func fields(of submission: Submission) -> [(name: StaticString, value: String)] {
    var fields: [(name: StaticString, value: String)] = [
      ("operation", submission.operation), ("submission", submission.id.rawValue),
      ("outcome", submission.status.rawValue),
    ]
    if let reason = submission.reason { fields.append(("reason", plain(reason))) }
    return fields
  }

  /// Appends a violated rule as `atom:rule`; only the rule if the client invented the atom.
  private static func append(_ violation: Violation, to rules: inout String) {
    if violation.code != "unknown" {
      rules += plain(violation.atom)
      rules += ":"
    }
    rules += plain(violation.code)
  }

  /// Returns at most 100 characters of a name. Characters that separate fields become `_`.
  private static func plain(_ name: String) -> String {
    if name.utf8.count <= 100, name.utf8.allSatisfy(isPlain) { return name }
    return String(decoding: name.utf8.prefix(100).map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
