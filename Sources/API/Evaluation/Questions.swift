import Atoms
import Texts
import HTTPServer
import JSON
import Logging
import Synchronization

extension Outline.Part {
  /// The maximum number of changed atoms in one evaluation request.
  ///
  /// The limit bounds the work, because each item of a repeat is compared with all paths.
  static let maxChanges = 1_000

  /// Reads the evaluation request from a body. `completed` adds values that the client has omitted.
  ///
  /// Throws `malformed-request` if a member has the wrong type or `changed` has more than
  /// `maxChanges` paths.
  func question(_ completed: (Object) -> Object = { $0 }) throws(Problem) -> Question {
    let changed = try texts("changed")
    guard changed.map({ $0.count <= Self.maxChanges }) ?? true else {
      throw Problem(
        .malformedRequest, ru: "`changed`: не больше \(Self.maxChanges) путей",
        en: "`changed` may have at most \(Self.maxChanges) paths")
    }
    let values = completed(try members("values") ?? Object())
    var question = Question(values: values, changed: changed, commit: try flag("commit") ?? false)
    question.tapped = try text("tapped")
    return question
  }

  /// Reads the client's revision, which the response repeats unchanged; nil if absent.
  func revision() throws(Problem) -> Int64? {
    switch self["revision"] {
    case nil, .null: return nil
    case .integer(let number): return number
    default:
      throw Problem(.malformedRequest, ru: "`revision`: нужно целое число", en: "`revision` must be a whole number")
    }
  }
}

extension Response {
  /// Returns a response with the operation, its version, the client's revision and the states of an
  /// evaluation.
  static func states(
    _ evaluation: inout Evaluation, revision: Int64?, as presentation: Presentation? = nil, in language: Language
  ) -> Response {
    .json { writer in
      writer.key(rendered: #"{"operation":"#)
      writer.string(evaluation.operation.id)
      writer.key(rendered: #""version":"#)
      writer.string(evaluation.operation.version)
      if let revision {
        writer.key(rendered: #""revision":"#)
        writer.integer(revision)
      }
      writer.key(rendered: #""atoms":"#)
      evaluation.writeStates(to: &writer, as: presentation, routes: Address.routes, in: language)
      evaluation.writeRetry(to: &writer)
      writer.endObject()
    }
  }
}

/// Logs conditions that could not be evaluated, each once for each version of its operation.
final class ConditionFailures: Sendable {
  private let log: Logger
  private let known = Mutex<Set<String>>([])

  init(log: Logger) { self.log = log }

  /// Logs the failures of an evaluation that are not yet logged.
  func note(_ failures: [EvaluationFailure], of operation: Operation, _ call: Call) {
    for failure in failures {
      let name = "\(operation.id) \(operation.version) \(failure.atom) \(failure.dependency)"
      guard known.withLock({ $0.insert(name).inserted }) else { continue }
      // Not an error: the input of a person can be the cause, and the form fails closed.
      log.warning(
        "cannot evaluate a condition",
        metadata: [
          "requestId": "\(call.request.id)", "operation": "\(operation.id)", "atom": "\(failure.atom)",
          "dependency": "\(failure.dependency)", "error": "\(failure.message)",
        ])
    }
  }
}
