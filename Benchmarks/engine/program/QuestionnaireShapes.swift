import Atoms
import Definitions
import JSON
import Operations

/// A questionnaire of ten pages, each of 38 inputs, with a review.
struct QuestionnaireShape {
  static let parts = 380
  private static let pageCount = 10

  let operation: Operation
  let values: Object

  init() throws {
    operation = try Self.load()
    values = Object(Shape.mixedValues(Self.parts))
  }

  /// Reads and compiles the file.
  static func load() throws -> Operation {
    let file = try YAMLFile(Array(text.utf8), name: "shape.yaml")
    return try OperationCompiler.compile(file.root, version: "1", with: .bank)
  }

  private static let text: String = {
    let lines = Shape.mixedLines(parts)
    let size = parts / pageCount
    let pages = (0..<pageCount).map { page -> String in
      let condition = page == 0 ? "" : "\n    showIf: \"$a\(page * size - 1) != 'none'\""
      let atoms = lines[page * size..<(page + 1) * size].map { "      - \($0)" }.joined(separator: "\n")
      return "  - page: p\(page)\n    title: {ru: Страница, en: Page}\(condition)\n    atoms:\n\(atoms)"
    }
    return """
      operation: shape
      title: {ru: Анкета, en: Questionnaire}
      review: {title: {ru: Проверьте, en: Check}}
      pages:
      \(pages.joined(separator: "\n"))
      """
  }()

  /// The question for the fifth page, or for a change on it.
  func question(changed: [String]? = nil) -> Question {
    var question = Question(values: values, changed: changed, commit: changed != nil)
    question.page = operation.pages["p4"]
    return question
  }
}

extension Shape {
  /// 1,000 entered rows of five inputs, as in a payroll. With `previous`, the fifth input is the
  /// sum of all rows up to its own.
  static func rows(previous: Bool) throws -> Shape {
    let sum = previous ? "TERNARY(previous == nil, 0, previous.sum) + $amount" : "$amount * 2"
    let cells = [
      "{textInput: person, caption: P, maxLength: 100}", "{textInput: account, caption: A, type: digits, length: 20}",
      "{textInput: bic, caption: B, type: digits, length: 9}",
      "{textInput: amount, caption: S, type: amount, currency: RUB, min: 1, max: 1000000}",
      "{textInput: sum, caption: T, type: amount, currency: RUB, value: \"\(sum)\"}",
    ]
    let row: Value = [
      "person": "Иванов Иван", "account": "40817810099910004312", "bic": "044525225", "amount": "1500.00",
    ]
    return try Shape(
      ["{repeat: rows, max: 1000, paste: [person, account, bic, amount], atoms: [\(cells.joined(separator: ", "))]}"],
      [("rows", .array(Array(repeating: row, count: 1_000)))])
  }

  /// The rows as text, as a spreadsheet copies it.
  static let pastedRows = (0..<1_000)
    .map { _ in "Иванов Иван\t40817810099910004312\t044525225\t1 500,00\n" }.joined()
}
