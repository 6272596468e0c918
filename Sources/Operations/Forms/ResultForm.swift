package import Model
package import Atoms
package import Essentials
import JSON
package import Services
import Synchronization

/// The state of a submission as an operation of inscriptions.
package enum ResultForm {
  /// Returns the operation that shows the present state of a submission.
  ///
  /// It shows the business day if that is not `today`, and the disclosure `shown`. A submission that awaits a signature
  /// leads to `address`.
  package static func operation(
    of submission: Submission, signed: Operation?, today: CivilDate, showing shown: Disclosure? = nil,
    signedAt address: String
  ) throws -> Operation {
    var atoms = [
      DefinitionLiteral.Line("text", "status", SubmissionText.sentence(for: submission), ("fontSize", "title"))
    ]
    if let day = submission.businessDay, day != today, [.signed, .executed].contains(submission.status) {
      atoms.append(DefinitionLiteral.Line("text", "businessDay", SubmissionText.sentence(forBusinessDay: day)))
    }
    atoms += try StoredValues(submission, of: signed).inscriptions
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

  /// A line for each row of a new matrix, each code behind the name of its cell.
  private static func matrix(_ shown: Disclosure) -> [DefinitionLiteral.Line] {
    let notice = LocalizedText(
      ru: "Новая матрица показана один раз: сохраните её.", en: "The new matrix is shown once: keep it.")
    let rows = Dictionary(grouping: shown.matrix.keys, by: \.row).sorted { $0.key < $1.key }
    let lines = rows.map { row, cells in
      (
        "matrix\(row + 1)",
        LocalizedText(ru: cells.sorted().map { "\($0) \(shown.matrix[$0] ?? "")" }.joined(separator: "  "), en: nil)
      )
    }
    return ([("matrix", notice)] + lines).map { DefinitionLiteral.Line("text", $0, $1) }
  }
}

/// The screen after a login as an operation of inscriptions: a greeting, and links.
package enum WelcomeForm {
  /// Returns the operation that greets the person by name and leads to those operations at their addresses.
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

/// The forms that the server has built, one of each shape.
final class FormShapes: Sendable {
  /// The number of kept shapes. An operation has a few, by the inputs that are filled in.
  private static let most = 512

  private let forms = Mutex<[String: Operation]>([:])

  /// The form of that shape.
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
