import Conditions
import SourceText
import JSON

/// A note as an atom's line writes it among its checks: `{when: condition, message: ..., severity: success}`.
struct WrittenNote {
  let condition: SourceNode
  let message: WrittenText
  let severity: Atom.Note.Severity
}

extension Atom {
  /// A text that stands at an atom while a condition holds. It refuses nothing, and nobody signs it.
  final class Note: Sendable {
    /// The sort of a note: an information, or that all is well.
    enum Severity: String, Sendable, CaseIterable { case info, success }

    let condition: Condition
    let message: Wording
    let severity: Severity

    init(_ condition: Condition, _ message: Wording, _ severity: Severity) {
      (self.condition, self.message, self.severity) = (condition, message, severity)
    }
  }
}

extension OperationCompiler {
  /// Compiles the notes of an atom's line; leaves out those with faults.
  mutating func notes(of draft: AtomDraft, in scope: Scope) -> [Atom.Note] {
    draft.notes.compactMap { note in
      guard let text = note.condition.scalar else {
        diagnostics.error("`when` takes a condition, not \(note.condition.noun)", at: note.condition.location)
        return nil
      }
      let condition = condition(text, note.condition, in: scope, subject: draft.id, isRule: false)
      guard let message = wording(note.message, in: scope), let condition else { return nil }
      return Atom.Note(condition, message, note.severity)
    }
  }
}

extension Evaluation {
  /// Writes `note`: the first note that holds for the value. Writes null if there is none, and without a right value.
  ///
  /// A note whose condition cannot be worked out, or depends on something unknown, does not stand.
  mutating func writeNote(of place: Int, _ atom: Atom, isRight: Bool, to writer: inout Writer) {
    writer.key("note")
    guard isRight, !input.values[place].isNull else { return writer.null() }
    let outer = doubt
    defer { doubt = outer }
    for note in atom.notes where holds(note.condition, of: atom, "when", failingTo: false) {
      writer.beginObject()
      writer.member("severity", note.severity.rawValue)
      Violation(check: "note", message: text(note.message, of: atom, "message")).writeMembers(to: &writer, in: language)
      return writer.endObject()
    }
    writer.null()
  }
}
