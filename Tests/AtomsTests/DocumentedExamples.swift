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

  // Example of Atoms.SystemQuery
  final class RateQuery: SystemQuery {
    let name = "rate"
    let system = "market"
    let digest = "9f2c41d07be8"  // another one if the request or the answer is declared otherwise
  }
  // End

  @Test("The documented examples of lookups, verifications and answers compile and run") func usesDocumentedVocabulary()
    throws
  {
    // Example of Atoms.Lookup
    let banks = Lookup("bank", fields: [Field("name", .text), Field("closed", .boolean)])
    let rates = Lookup("rate", and: [Field("on", .date)], fields: [Field("value", .number)], query: RateQuery())
    // End
    // Example of Atoms.Verification
    let even = Verification("isEven", [.text]) { arguments in
      guard let digit = arguments[0].string?.utf8.last, digit % 2 == 1 else { return nil }
      return Verification.Reason(LocalizedText(ru: "Нечётное число", en: "An odd number"))
    }
    let reason = even.reason(["13"])?.message[.en]  // "An odd number"; nil for "12"
    // End
    #expect(reason == "An odd number" && even.reason(["12"]) == nil)
    let vocabulary = Vocabulary(verifications: [even], lookups: [banks, rates], facts: [:], effects: [:])
    #expect(vocabulary.lookups["rate"]?.query?.system == "market")
    let found: [String: Value] = ["044525225": ["name": "ПАО Сбербанк", "closed": false]]
    let asked: Set = ["044525974"]
    func answer(_ bic: String) -> LookupAnswer {
      // Example of Atoms.LookupAnswer
      if let record = found[bic] { return .found(record) }  // `bank.name` is known
      if asked.contains(bic) { return .pending }  // on its way: what reads it is unknown so far
      return .empty  // there is none: the value breaks the rule `lookup`
      // End
    }
    guard case .found = answer("044525225"), case .pending = answer("044525974"), case .empty = answer("1") else {
      Issue.record("three answers")
      return
    }
  }

  @Test("The documented examples of client versions and presentations compile and run") func comparesDocumentedClients()
    throws
  {
    let operation = try EvaluationTests.operation(
      """
      operation: trial
      title: Trial
      atoms:
        - {image: seal, href: /images/seal.svg}
        - {textInput: name, optional: true}
        - {button: send, action: submit}
      """)
    // Example of Atoms.ClientVersion
    let old = ClientVersion("3.2")
    let new = ClientVersion("3.10.1")
    let isOlder = old.flatMap { old in new.map { old < $0 } }  // true: numbers, not texts
    let none = ClientVersion("3.x")  // nil
    // End
    #expect(isOlder == true && none == nil)
    // Example of Atoms.Presentation
    let able = Capabilities(kinds: [KindSet(kind: "textInput"), KindSet(kind: "button")])
    let presentation = try operation.presentation(for: able)  // nil if every atom is drawn as it is
    // End
    #expect(presentation != nil)
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
