import Definitions
import Atoms
import Conditions
import Texts
import SourceText
import JSON
import Operations
import Testing

/// The examples in the doc comments and pages of `Atoms`. `DocumentedExampleTests` holds them to the lines between the marks.
struct DocumentedExamples {
  // Example of Atoms.InputKind
  final class RatingKind: InputKind {
    static let name = "rating"
    init(_ properties: inout Properties) {}
    var type: ValueType { .integer }
    var schema: Value { ["type": "integer"] }

    func read(_ posted: Value) -> Value? {
      switch posted {
      case .null, .integer: posted
      default: nil  // another type: the value is unreadable
      }
    }

    func judge(_ value: Value) -> Violation? {
      guard case .integer(let stars) = value, (1...5).contains(stars) else { return Violation("stars") }
      return nil
    }
  }
  // End

  @Test("The documented input kind reads and validates values") func readsDocumentedKind() {
    var properties = Properties([], at: Location(file: SourceFile(name: "trial", text: ""), line: 1, column: 1))
    let kind = RatingKind(&properties)
    #expect(kind.read("five") == nil && kind.judge(7)?.code == "stars" && kind.judge(5) == nil)
  }

  @Test("The example of the Atoms page compiles and evaluates an operation") func evaluatesDocumentedOperation() throws
  {
    let text = "operation: trial\ntitle: Trial\natoms:\n  - {textInput: bic, optional: true}\n"
    let root = try YAMLFile(Array(text.utf8), name: "trial.yaml").root
    let (version, vocabulary, values) = ("1", TestVocabulary.vocabulary, Object([("bic", "044525225")]))
    let surroundings = TestSurroundings(facts: [:], answers: [:])
    var writer = Writer()
    // Example of Atoms.docc/Atoms
    let (operation, warnings) = try OperationCompiler.checked(root, version: version, with: vocabulary)
    let question = Question(values: values, changed: ["bic"], commit: true)
    var evaluation = Evaluation(operation, question, in: .en, surroundings)
    evaluation.writeStates(to: &writer, in: .en)
    // End
    #expect(!warnings.hasErrors && !writer.bytes.isEmpty)
  }
}
