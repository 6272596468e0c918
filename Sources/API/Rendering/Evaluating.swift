import Atoms
import HTTP
import JSON

extension Outline.Part {
  /// The most atoms that one question tells to have changed: more than a person changes between two, and each is looked
  /// for in every item.
  static let mostChanges = 1_000

  /// The question that a body asks, and the number that its answer bears.
  func question() throws(Problem) -> (Question, revision: Int64?) {
    let changed = try texts("changed")
    guard changed.map({ $0.count <= Self.mostChanges }) ?? true else {
      throw Problem(
        .malformedRequest, ru: "`changed`: не больше \(Self.mostChanges) путей",
        en: "`changed` takes at most \(Self.mostChanges) paths")
    }
    let question = Question(
      values: try members("values") ?? Object(), changed: changed, commit: try flag("commit") ?? false)
    switch self["revision"] {
    case nil, .null: return (question, nil)
    case .integer(let number): return (question, number)
    default:
      throw Problem(.malformedRequest, ru: "`revision`: нужно целое число", en: "`revision` must be a whole number")
    }
  }
}

extension Response {
  /// The states that an evaluation tells.
  static func states(
    _ evaluation: inout Evaluation, revision: Int64?, as presentation: Presentation? = nil, in language: Language
  ) -> Response {
    .json { writer in
      writer.beginObject()
      writer.key(Keys.operation)
      writer.string(evaluation.operation.id)
      writer.key(Keys.version)
      writer.string(evaluation.operation.version)
      if let revision {
        writer.key(Keys.revision)
        writer.integer(revision)
      }
      writer.key(Keys.atoms)
      evaluation.writeStates(to: &writer, as: presentation, in: language)
      writer.endObject()
    }
  }

  private enum Keys {
    static let operation: Writer.Key = "operation"
    static let version: Writer.Key = "version"
    static let revision: Writer.Key = "revision"
    static let atoms: Writer.Key = "atoms"
  }
}
