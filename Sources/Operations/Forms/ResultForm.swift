package import Model
package import Atoms
package import Essentials
import JSON
package import Services
import Synchronization

/// The operation that shows the state of a submission. It has no inputs.
///
///     let form = try ResultForm.operation(of: values, today: today, signedAt: "/sign")
///     form.atoms.first?.caption.en  // "Rejected: too little money"
package enum ResultForm {
  /// Returns the operation for the present state of the submission with these values.
  ///
  /// - Parameters:
  ///   - today: The present day. A signed or executed submission shows its business day if that is another day.
  ///   - delivery: Its delivery, if a system of the bank carries it out.
  ///   - shown: The part that is shown only this once, such as a new matrix.
  ///   - address: The address of the signature, to which a submission that awaits it leads.
  package static func operation(
    of values: StoredValues, today: CivilDate, delivered delivery: Delivery? = nil,
    showing shown: Disclosure? = nil, signedAt address: String
  ) throws(Diagnostics) -> Operation {
    let submission = values.submission
    var atoms = [
      DefinitionLiteral.Line("text", "status", SubmissionText.sentence(for: submission), ("fontSize", "title"))
    ]
    if let day = submission.businessDay, day != today, [.signed, .executed].contains(submission.status) {
      let pair = ShownPair(SubmissionText.businessDay, .date(day))
      atoms.append(
        DefinitionLiteral.Line("text", "businessDay", SubmissionText.sentence(forBusinessDay: day), pair: pair))
    }
    if let delivery {
      if delivery.status.isOpen {
        atoms.append(DefinitionLiteral.Line("text", "delivery", DeliveryText.title(for: delivery.status)))
      }
      for (place, kept) in DeliveryText.kept(of: delivery, values.operation).enumerated() {
        atoms.append(DefinitionLiteral.Line("text", "kept\(place + 1)", kept.line, pair: kept.pair))
      }
    }
    atoms += values.inscriptions
    if let shown { atoms += matrix(shown) }
    if submission.status == .awaitingSignature {
      atoms.append(
        DefinitionLiteral.Line(
          "button", "sign", LocalizedText(ru: "Подписать", en: "Sign"), ("action", "navigate"),
          ("href", address)))
    }
    return try DefinitionLiteral(
      operation: "result", title: SubmissionText.title(for: submission.status), atoms: atoms
    ).compiled(version: submission.status.rawValue)
  }

  /// Returns a line for each row of a new matrix, with each code after the name of its cell.
  private static func matrix(_ shown: Disclosure) -> [DefinitionLiteral.Line] {
    let notice = LocalizedText(
      ru: "Новая матрица показана один раз: сохраните её.", en: "The new matrix is shown once: keep it.")
    let rows = Dictionary(grouping: shown.matrix.keys, by: \.row).sorted { $0.key < $1.key }
    let lines = rows.map { row, cells in
      // A cell and its code stay in one line, however narrow the screen is.
      let codes = cells.sorted().map { "\($0)\u{A0}\(shown.matrix[$0] ?? "")" }
      return ("matrix\(row + 1)", LocalizedText(ru: codes.joined(separator: "  "), en: nil))
    }
    return ([("matrix", notice)] + lines).map { DefinitionLiteral.Line("text", $0, $1) }
  }
}

/// The operation that follows a login: a greeting and leads to operations.
///
///     let form = try WelcomeForm.operation(greeting: "Anna", leadingTo: [(operation, "/operations/pp.quick")])
///     form.atoms.map(\.id)  // ["greeting", "operation0"]
package enum WelcomeForm {
  /// Returns the operation that greets a person by name and leads to operations at their addresses.
  package static func operation(
    greeting name: String, leadingTo operations: [(operation: Operation, address: String)]
  ) throws(Diagnostics) -> Operation {
    let welcome = LocalizedText(ru: "Здравствуйте, \(name)", en: "Hello, \(name)")
    let greeting = DefinitionLiteral.Line("text", "greeting", welcome, ("fontSize", "title"))
    let links = operations.enumerated().map { place, lead in
      DefinitionLiteral.Line("link", "operation\(place)", lead.operation.title, ("href", lead.address))
    }
    return try DefinitionLiteral(
      operation: "welcome", title: LocalizedText(ru: "Вы вошли", en: "You are logged in"), atoms: [greeting] + links
    ).compiled(version: "1")
  }
}

/// The compiled forms of the server, one for each shape.
final class FormShapes: Sendable {
  /// The capacity: an operation has a few shapes, by which of its inputs have values. A full store is emptied.
  private static let most = 512

  private let forms = Mutex<[String: Operation]>([:])

  /// The form with that shape.
  subscript(shape: String) -> Operation? {
    get { forms.withLock { $0[shape] } }
    set {
      forms.withLock { forms in
        if forms.count >= Self.most { forms.removeAll() }
        forms[shape] = newValue
      }
    }
  }
}
