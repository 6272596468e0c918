package import Atoms
package import Texts

/// The form that shows all values of an operation with pages before they are submitted.
///
/// It has the same lines as the signature. The line of an entered value links its page.
package enum ReviewForm {
  /// Returns the form with the values of the shown pages.
  ///
  /// - Parameters:
  ///   - address: Returns the path of a page.
  package static func form(
    of values: SubmittedValues, _ pages: [FormPage], titled title: LocalizedText, version: String,
    at address: (FormPage) -> String
  ) -> GeneratedForm {
    let sections = values.sections
    var lines: [GeneratedForm.Line] = []
    for page in pages {
      let own = sections.filter { $0.page === page }.flatMap(\.lines)
      guard !own.isEmpty || values.operation?.inputs(on: page).isEmpty == false else { continue }
      let href = address(page)
      lines.append(GeneratedForm.Line(.title, "page_\(page.id)", page.title))
      lines += own.map { line in
        guard line.pair != nil, let atom = line.origin, values.operation?.isComputed(atPath: atom) == false else {
          return line
        }
        return line.changing(GeneratedForm.Change(href: href, atom: atom))
      }
      lines.append(GeneratedForm.Line(.link, "change_\(page.id)", change, leadingTo: href))
    }
    // Values outside of pages, which the person cannot change.
    lines += sections.filter { section in !pages.contains { $0 === section.page } }.flatMap(\.lines)
    return GeneratedForm(
      "review", version: version, title: title,
      lines: lines + [
        GeneratedForm.Line(sending, "submit", LocalizedText(ru: "Отправить", en: "Send")),
        GeneratedForm.Line(leaving, "back", LocalizedText(ru: "Назад", en: "Back")),
      ])
  }

  /// The caption of a change.
  static let change = LocalizedText(ru: "Изменить", en: "Change")
  private static let sending = GeneratedForm.AtomStyle("button", ("action", "submit"), ("tone", "primary"))
  private static let leaving = GeneratedForm.AtomStyle("button", ("action", "back"), ("tone", "quiet"))
}
