import Definitions
import Atoms
import Conditions
import Texts
import SourceText
import JSON
import Operations
import Testing

/// The examples of the DocC pages of `Atoms`. `DocumentedExampleTests` compares the lines between
/// the marks with the pages.
struct DocumentedExamples {
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
