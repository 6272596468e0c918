package import Model
import BankSystems
package import Atoms
package import Dates
import Texts
package import Services

/// The form that shows the status of a submission. It has no inputs.
package enum ResultForm {
  /// Returns the form for the current status of a submission.
  ///
  /// - Parameters:
  ///   - today: The current day. A signed or executed submission shows its business day if it
  ///     differs.
  ///   - delivery: The delivery, if a bank system executes the submission.
  ///   - shown: Data that is shown only once, such as a new matrix.
  ///   - address: The address of the signature. A submission that awaits its signature links to it.
  package static func form(
    of values: SubmittedValues, today: CivilDate, delivered delivery: Delivery? = nil,
    showing shown: OneTimeDisplay? = nil, signedAt address: String
  ) -> GeneratedForm {
    let submission = values.submission
    var lines = [
      GeneratedForm.Line(.title, "status", SubmissionText.sentence(for: submission))
    ]
    if let day = submission.businessDay, day != today, [.signed, .executed].contains(submission.status) {
      let pair = ShownPair(SubmissionText.businessDay, .date(day))
      lines.append(
        GeneratedForm.Line(.text, "businessDay", SubmissionText.sentence(forBusinessDay: day), pair: pair))
    }
    if let delivery {
      if delivery.status.isOpen {
        lines.append(GeneratedForm.Line(.text, "delivery", DeliveryText.title(for: delivery.status)))
      }
      for (place, kept) in DeliveryText.kept(of: delivery, values.operation).enumerated() {
        lines.append(GeneratedForm.Line(.text, "kept\(place + 1)", kept.line, pair: kept.pair))
      }
    }
    lines += values.inscriptions
    if let shown { lines += matrix(shown) }
    if submission.status == .awaitingSignature {
      lines.append(
        GeneratedForm.Line(leading, "sign", LocalizedText(ru: "Подписать", en: "Sign"), leadingTo: address))
    }
    return GeneratedForm(
      "result", version: submission.status.rawValue, title: SubmissionText.title(for: submission.status), lines: lines)
  }

  private static let leading = GeneratedForm.AtomStyle("button", ("action", "navigate"))

  /// Returns a line for each row of a new matrix, with each code after the name of its cell.
  private static func matrix(_ shown: OneTimeDisplay) -> [GeneratedForm.Line] {
    let notice = LocalizedText(
      ru: "Новая матрица показана один раз: сохраните её.", en: "The new matrix is shown only once: save it.")
    let rows = Dictionary(grouping: shown.matrix.keys, by: \.row).sorted { $0.key < $1.key }
    let lines = rows.map { row, cells in
      // Keep a cell and its code on one line on narrow screens.
      let codes = cells.sorted().map { "\($0)\u{A0}\(shown.matrix[$0] ?? "")" }
      return ("matrix\(row + 1)", LocalizedText(ru: codes.joined(separator: "  "), en: nil))
    }
    return ([("matrix", notice)] + lines).map { GeneratedForm.Line(.text, $0, $1) }
  }
}

/// The form that follows a login: a greeting and links to operations.
package enum WelcomeForm {
  /// Returns the form with a greeting by name and links to operations.
  package static func form(
    greeting name: String, leadingTo operations: [(operation: Operation, address: String)]
  ) -> GeneratedForm {
    let welcome = LocalizedText(ru: "Здравствуйте, \(name)", en: "Hello, \(name)")
    let greeting = GeneratedForm.Line(.title, "greeting", welcome)
    let links = operations.enumerated().map { place, lead in
      GeneratedForm.Line(.link, "operation\(place)", lead.operation.title, leadingTo: lead.address)
    }
    return GeneratedForm(
      "welcome", version: "1", title: LocalizedText(ru: "Вы вошли", en: "You are logged in"), lines: [greeting] + links)
  }
}
