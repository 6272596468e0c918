import Conditions
import Texts
import JSON

/// The question that a client asks before a tap on a button or link does anything.
///
/// A client that does not know it acts at once, so that it protects people from slips, and the bank from nothing.
struct Confirmation: Sendable {
  /// The texts with their names on the wire.
  private let texts: [(name: Writer.Key, text: Wording)]

  /// Creates a question of these texts; one without a text is not asked.
  init?(_ texts: [(name: Writer.Key, text: Wording?)]) {
    self.texts = texts.compactMap { name, text in text.map { (name, $0) } }
    if self.texts.isEmpty { return nil }
  }

  /// True if no value changes the texts.
  var isFixed: Bool { texts.allSatisfy { $0.text.live == nil } }
  /// The outer slots that the texts read.
  var reads: [Int] { texts.flatMap(\.text.reads) }

  /// Writes `confirm` with the texts in a language, each as `text` gives it.
  func write(to writer: inout Writer, in language: Language, _ text: (Wording) -> LocalizedText) {
    writer.key("confirm")
    writer.beginObject()
    for (name, wording) in texts {
      writer.key(name)
      writer.string(text(wording)[language])
    }
    writer.endObject()
  }
}

extension OperationCompiler {
  /// Compiles the question before a tap; returns nil if there is none, or after adding an error for each fault.
  mutating func confirmation(of draft: AtomDraft, in scope: Scope) -> Confirmation? {
    guard let written = draft.confirmation else { return nil }
    return Confirmation([
      ("title", wording(written.title, in: scope)), ("text", wording(written.text, in: scope)),
      ("action", wording(written.action, in: scope)), ("cancel", wording(written.cancel, in: scope)),
    ])
  }
}
