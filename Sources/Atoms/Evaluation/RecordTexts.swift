import Conditions
import Texts
package import JSON

/// The texts of a record, such as a row of a list.
///
/// They are the text atoms of an operation that was compiled with the fields of the record
/// (`Vocabulary.row`). Each evaluation of a record replaces the previous one.
extension Evaluation {
  /// Returns the shown values of the text atoms for a record, by id; nil if the condition of the
  /// atom `filter` excludes the record.
  ///
  /// An atom whose value is missing or whose text is empty has no shown value. If a value is
  /// unknown, `hasUnknown` is true afterwards.
  package mutating func texts(of record: Value, filteredBy filter: String? = nil) -> [String: ShownValue]? {
    guard StepBudget.take(operation.atoms.count) else { return nil }
    input.object = record
    defer { input.object = .null }
    doubt = nil
    if let place = filter.flatMap(operation.place(of:)) {
      let atom = operation.atoms[place]
      learnFacts(of: atom)
      guard holds(atom.showIf, of: atom, "showIf") else { return nil }
    }
    var texts: [String: ShownValue] = [:]
    for atom in operation.atoms where atom.kind is TextKind && atom.id != filter {
      learnFacts(of: atom)
      texts[atom.id] = shownText(of: atom)
    }
    return texts
  }

  /// Returns the value of a text atom with its role, otherwise its caption; nil if both are empty.
  private mutating func shownText(of atom: Atom) -> ShownValue? {
    if atom.captionFrom?.shown != nil { return pair(of: atom)?.value }
    let caption = caption(of: atom) ?? (atom.caption ?? "")[language]
    return caption.isEmpty ? nil : .text(LocalizedText(ru: caption, en: nil))
  }
}
