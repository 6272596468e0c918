import Atoms
package import Texts

/// The form that shows all values of an operation with pages, or of a flow, before they are
/// submitted.
///
/// It has the same lines as the signature. The line of an entered value links its page or step.
package enum ReviewForm {
  /// A page or a step, on which the values of some inputs can be changed.
  package struct Part {
    let id: String
    let title: LocalizedText
    let href: String
    /// The ids of its inputs, outside of items.
    let inputs: Set<String>

    package init(_ id: String, _ title: LocalizedText, at href: String, changing inputs: some Sequence<String>) {
      (self.id, self.title) = (id, title)
      (self.href, self.inputs) = (href, Set(inputs))
    }
  }

  /// Returns the form with the values of the parts, in their order.
  package static func form(
    of values: SubmittedValues, _ parts: [Part], titled title: LocalizedText, version: String
  ) -> GeneratedForm {
    let (own, others) = divided(values.valueLines, among: parts)
    var lines: [GeneratedForm.Line] = []
    for (part, own) in zip(parts, own) where !part.inputs.isEmpty {
      lines.append(GeneratedForm.Line(.title, "page_\(part.id)", part.title))
      lines += own.map { line in
        guard line.pair != nil, let atom = line.origin, values.operation?.isComputed(atPath: atom) != true else {
          return line
        }
        return line.changing(GeneratedForm.Change(href: part.href, atom: atom))
      }
      lines.append(GeneratedForm.Line(.link, "change_\(part.id)", change, leadingTo: part.href))
    }
    // The person cannot change values outside of the parts.
    lines += others
    return GeneratedForm(
      "review", version: version, title: title,
      lines: lines + [
        GeneratedForm.Line(sending, "submit", LocalizedText(ru: "Отправить", en: "Send")),
        GeneratedForm.Line(leaving, "back", LocalizedText(ru: "Назад", en: "Back")),
      ])
  }

  /// Returns the lines of each part, and the lines of no part.
  private static func divided(
    _ lines: [GeneratedForm.Line], among parts: [Part]
  ) -> (own: [[GeneratedForm.Line]], others: [GeneratedForm.Line]) {
    var places: [String: Int] = [:]
    for (place, part) in parts.enumerated() {
      for id in part.inputs where places[id] == nil { places[id] = place }
    }
    var own = [[GeneratedForm.Line]](repeating: [], count: parts.count)
    var others: [GeneratedForm.Line] = []
    for line in lines {
      let id = line.origin.map(WrittenPath.root)
      if let place = id.flatMap({ places[$0] }) { own[place].append(line) } else { others.append(line) }
    }
    return (own, others)
  }

  /// The caption of a change.
  static let change = LocalizedText(ru: "Изменить", en: "Change")
  private static let sending = GeneratedForm.AtomStyle("button", ("action", "submit"), ("tone", "primary"))
  private static let leaving = GeneratedForm.AtomStyle("button", ("action", "back"), ("tone", "quiet"))
}
