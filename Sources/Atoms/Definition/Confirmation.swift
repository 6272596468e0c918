import Conditions
import Texts
import JSON

/// The confirmation that a client requests before a tap on a button or link takes effect.
///
/// A client without support for it acts at once, so the server must not rely on it.
struct Confirmation: Sendable {
  private let texts: [(name: Writer.Key, text: Wording)]

  /// Creates a confirmation from the texts that are not nil; returns nil if all are nil.
  init?(_ texts: [(name: Writer.Key, text: Wording?)]) {
    self.texts = texts.compactMap { name, text in text.map { (name, $0) } }
    if self.texts.isEmpty { return nil }
  }

  /// True if no text depends on values.
  var isFixed: Bool { texts.allSatisfy { $0.text.live == nil } }
  var reads: [Int] { texts.flatMap(\.text.reads) }

  /// Writes `confirm` with the texts in a language, each resolved by `text`.
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
  /// Compiles the confirmation of an atom; returns nil if it is absent or all of its texts have
  /// faults.
  mutating func confirmation(of draft: AtomDraft, in scope: Scope) -> Confirmation? {
    guard let written = draft.confirmation else { return nil }
    return Confirmation([
      ("title", wording(written.title, in: scope)), ("text", wording(written.text, in: scope)),
      ("action", wording(written.action, in: scope)), ("cancel", wording(written.cancel, in: scope)),
    ])
  }
}
