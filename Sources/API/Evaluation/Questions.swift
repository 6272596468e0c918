import Atoms
import Texts
import HTTPServer
import JSON
import Logging
import Synchronization

extension Outline.Part {
  /// The maximum count of changed atoms in one question.
  ///
  /// It is more than a person changes between two questions, and each is searched for in every item.
  static let maxChanges = 1_000

  /// Reads the question of a request's body; `completed` adds values that the client has omitted.
  func question(_ completed: (Object) -> Object = { $0 }) throws(Problem) -> Question {
    let changed = try texts("changed")
    guard changed.map({ $0.count <= Self.maxChanges }) ?? true else {
      throw Problem(
        .malformedRequest, ru: "`changed`: не больше \(Self.maxChanges) путей",
        en: "`changed` takes at most \(Self.maxChanges) paths")
    }
    let values = completed(try members("values") ?? Object())
    return Question(values: values, changed: changed, commit: try flag("commit") ?? false)
  }

  /// Reads the revision that the client wants back with the states.
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
  /// Returns a response with the states of an evaluation, its operation and version, and the client's revision.
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
      evaluation.writeStates(to: &writer, as: presentation, in: language)
      evaluation.writeRetry(to: &writer)
      writer.endObject()
    }
  }
}

/// Logs the conditions that could not be evaluated, each once per version of its operation.
final class ConditionFailures: Sendable {
  private let log: Logger
  private let known = Mutex<Set<String>>([])

  init(log: Logger) { self.log = log }

  /// Logs the failures of an evaluation that have not been logged yet.
  func note(_ failures: [EvaluationFailure], of operation: Operation, _ call: Call) {
    for failure in failures {
      let name = "\(operation.id) \(operation.version) \(failure.atom) \(failure.dependency)"
      guard known.withLock({ $0.insert(name).inserted }) else { continue }
      // A person's entry may be the cause, and the form fails closed: a warning, and no alarm.
      log.warning(
        "a condition cannot be evaluated",
        metadata: [
          "requestId": "\(call.request.id)", "operation": "\(operation.id)", "atom": "\(failure.atom)",
          "dependency": "\(failure.dependency)", "error": "\(failure.message)",
        ])
    }
  }
}
