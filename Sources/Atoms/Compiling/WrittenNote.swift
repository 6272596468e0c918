import Conditions
import SourceText
import JSON

/// A note as written among the checks of an atom: `{when: condition, message: ..., severity:
/// success}`.
struct WrittenNote {
  let condition: SourceNode
  let message: WrittenText
  let severity: Atom.Note.Severity
}

extension Atom {
  /// A text that is shown at an atom while a condition holds. It does not reject the value and is
  /// not signed.
  final class Note: Sendable {
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
  /// Compiles the notes of an atom, except those with faults.
  mutating func notes(of draft: AtomDraft, in scope: Scope) -> [Atom.Note] {
    draft.notes.compactMap { note in
      guard let text = note.condition.scalar else {
        diagnostics.error(
          .wrongShape, "`when` takes a condition, not \(note.condition.noun)", at: note.condition.location)
        return nil
      }
      let condition = condition(text, note.condition, in: scope, subject: draft.id, isRule: false)
      guard let message = wording(note.message, in: scope), let condition else { return nil }
      return Atom.Note(condition, message, note.severity)
    }
  }
}

extension Evaluation {
  /// Writes `note`, the first note whose condition holds; null if no condition holds, or the value
  /// is missing or invalid.
  ///
  /// A condition that fails or depends on an unknown value does not hold.
  mutating func writeNote(of place: Int, _ atom: Atom, isRight: Bool, to writer: inout Writer) {
    writer.key("note")
    guard isRight, !input.values[place].isNull else { return writer.null() }
    // Unknown values that a note reads do not make the atom's own state unknown.
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
