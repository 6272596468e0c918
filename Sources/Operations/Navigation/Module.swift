package import Atoms
import Conditions
import SourceText

/// An independent part of a screen: its target, inputs and outputs.
package struct Module: Sendable {
  /// Its name on the screen.
  package let id: String
  /// The target with its inputs and appearance.
  package let target: Target
  package let outputs: [Port]
  /// True if it has its own caption.
  package let hasCaption: Bool
  /// The font size of a text; nil for other modules.
  package let fontSize: String?
  /// The icon of the line; nil if the icon of its target is used.
  package let icon: Icon?
  /// True for a text with a severity.
  package let isWarning: Bool
  /// The target of a tap on a row; nil if a tap does nothing.
  package let open: Target?
  /// The outputs that become outputs of the screen.
  package let gives: Wiring
  /// True if a list without rows is hidden.
  package let hidesEmpty: Bool

  /// Returns true if the target reads the input of the screen. A declared list reads only the
  /// inputs in its texts, although all are sent to it.
  func reads(_ input: String) -> Bool {
    if case .list(let source) = target.kind, let list = source.declared { return list.reads(input) }
    return target.wiring.reads.contains(input)
  }
}

/// All modules by kind and id, with inputs and outputs.
package struct KnownModules {
  /// The valid operations.
  var operations: [String: Signature] = [:]
  /// True if some operations have faults. An unknown operation can then be one of them.
  var lacksOperations = false
  /// The screens; nil for a screen with faults.
  var screens: [String: Signature?] = [:]
  /// The flows; nil for a flow with faults.
  var flows: [String: Signature?] = [:]

  /// The operations with pages, which are opened as flows.
  var paged: Set<String> = []

  /// The inputs of screens that receive a chosen number in a flow, such as a year, by screen.
  var chosenInputs: [String: Set<String>] = [:]

  /// The keywords of targets that can be opened.
  package static let opening = ["operation", "screen", "flow", "result"]
  /// The keywords of targets that a tap on a row can open: those of `opening`, `draft`, and
  /// `prefill`, a form with stored values.
  package static let tapping = opening + ["draft", "prefill"]

  /// Returns the target of a keyword and a name. The signature is nil if the target has faults.
  func module(
    _ word: String, named node: SourceNode, _ faults: inout Diagnostics
  ) -> (kind: Target.Kind, signature: Signature?)? {
    guard let name = node.scalar else {
      faults.error(.wrongShape, "`\(word)` takes a name, not \(node.noun)", at: node.location)
      return nil
    }
    switch word {
    case "operation":
      if let signature = operations[name] { return (opened(name), signature) }
      if lacksOperations { return (.operation(name), nil) }
      return unknown(word, name, among: operations.keys.sorted(), node, &faults)
    case "screen":
      if let signature = screens[name] { return (.screen(name), signature) }
      return unknown(word, name, among: screens.keys.sorted(), node, &faults)
    case "flow":
      if let signature = flows[name] { return (.flow(name), signature) }
      return unknown(word, name, among: flows.keys.sorted(), node, &faults)
    case "list":
      if let source = ListSource.named(name) { return (.list(source), source.signature) }
      return unknown(word, name, among: ListSource.all.map(\.name), node, &faults)
    case "result":
      guard name == Signature.submission else {
        faults.error(.wrongValue, "`result` takes `\(Signature.submission)`, the submission to show", at: node.location)
        return nil
      }
      return (.result, Signature(inputs: [Port(Signature.submission, .text, isRequired: true)]))
    case "draft":
      guard name == word else {
        faults.error(.wrongValue, "`draft` takes `draft`, the draft to continue", at: node.location)
        return nil
      }
      return (.draft, Signature(inputs: [Port(word, .text, isRequired: true)]))
    case "prefill":
      let names = Target.Stored.allCases.map(\.rawValue)
      guard let stored = Target.Stored(rawValue: name) else { return unknown(word, name, among: names, node, &faults) }
      return (.prefill(stored), Signature(inputs: [Port(name, .text, isRequired: true)]))
    case "scan":
      guard name == Target.code else {
        faults.error(.wrongValue, "`scan` takes `\(Target.code)`, the code that begins a form", at: node.location)
        return nil
      }
      return (.scan, Signature(inputs: []))
    default: return (.text, Signature(inputs: []))
    }
  }

  /// Returns the target of an operation: with pages it is a flow, unless it is public.
  func opened(_ operation: String) -> Target.Kind {
    paged.contains(operation) && operations[operation]?.isPublic != true ? .flow(operation) : .operation(operation)
  }

  /// Returns the signature of a keyword and a name; nil if the signature is unknown.
  func signature(_ word: String, _ name: String) -> Signature? {
    var silent = Diagnostics()
    let nowhere = Location(file: SourceFile(name: "", text: ""), line: 1, column: 1)
    return module(word, named: SourceNode(.scalar(name, quoted: false), at: nowhere), &silent)?.signature
  }

  private func unknown(
    _ word: String, _ name: String, among names: [String], _ node: SourceNode, _ faults: inout Diagnostics
  ) -> (kind: Target.Kind, signature: Signature?)? {
    let hint = suggestion(for: name, among: names)
    faults.error(
      .unknownDefinition, "unknown \(word) `\(name)`",
      remedy: hint.isEmpty && !names.isEmpty ? "; there is \(names.listed)" : hint, at: node.location)
    return nil
  }
}

/// A list for screens: its inputs, and the values of a row. `API` defines the address of the rows.
package struct ListSource: Sendable {
  /// The name in screens.
  package let name: String
  /// The inputs, and the outputs of a row.
  package let signature: Signature
  /// The list as a screen declares it; nil for a list of the server.
  package let declared: DeclaredList?

  private init(_ name: String, _ inputs: [Port] = [], _ outputs: [Port]) {
    (self.name, declared) = (name, nil)
    signature = Signature(inputs: inputs, outputs: outputs)
  }

  /// Creates a declared list, whose rows can be limited.
  init(_ list: DeclaredList, named name: String) {
    (self.name, declared) = (name, list)
    signature = Signature(inputs: [Port("limit", .integer, in: Self.lengths)], outputs: list.passed)
  }

  /// The allowed page sizes.
  package static let lengths = 1...200

  /// All lists. The outputs are members of their rows.
  package static let all: [ListSource] = [
    ListSource(
      "accounts", [],
      [
        Port("number", .text), Port("caption", .text), Port("currency", .text), Port("balance", .number),
        Port("available", .number), Port("isOwner", .boolean), Port("role", .text), Port("disabled", .boolean),
      ]),
    ListSource(
      "entries",
      [Port("account", .text, isRequired: true), Port("from", .date), Port("to", .date)],
      [Port("id", .integer), Port("amount", .number)]),
    ListSource("requisites", [Port("account", .text, isRequired: true)], [Port("id", .text)]),
    ListSource(
      "cards", [],
      [Port("id", .text), Port("number", .text), Port("account", .text), Port("status", .text)]),
    ListSource(
      "deals", [Port("ended", .boolean)],
      [Port("id", .text), Port("startDate", .date), Port("endDate", .date), Port("ended", .boolean)]),
    ListSource(
      "deal", [Port("deal", .text, isRequired: true)], [Port("image", .text)]),
    ListSource(
      "history", [Port("unsigned", .boolean), Port("limit", .integer, in: lengths)],
      [Port("id", .text), Port("operation", .text), Port("status", .text)]),
    ListSource(
      "templates", [], [Port("id", .text), Port("title", .text), Port("operation", .text)]),
    ListSource(
      "drafts", [], [Port("id", .text), Port("title", .text), Port("operation", .text)]),
    ListSource(
      "sessions", [], [Port("id", .text), Port("current", .boolean)]),
    ListSource(
      "limits", [], [Port("id", .text), Port("operation", .text)]),
    ListSource(
      "notifications", [], [Port("id", .text), Port("kind", .text)]),
    ListSource(
      "providers", [Port("q", .text)], [Port("id", .text), Port("kind", .text)]),
  ]

  static func named(_ name: String) -> ListSource? { all.first { $0.name == name } }
}

/// The inputs and outputs of a module.
package struct Signature: Sendable {
  let inputs: [Port]
  let outputs: [Port]
  /// The names of computed values, which take no input.
  private(set) var computed: Set<String> = []
  /// True for an operation that needs no token.
  private(set) var isPublic = false

  init(inputs: [Port], outputs: [Port] = []) { (self.inputs, self.outputs) = (inputs, outputs) }

  /// Creates the signature of an operation. Its inputs can be prefilled. Its outputs are the
  /// entered values and the id of the submission.
  init(of operation: Operation) {
    let atoms = operation.atoms.filter { atom in
      guard let input = atom.input else { return false }
      return operation.place(of: atom.id) != nil && !input.isSecret && !(input is RepeatKind) && !atom.isMultiple
        && !(input is ConsentKind)
    }
    isPublic = operation.isPublic
    computed = Set(atoms.filter(\.isComputed).map(\.id))
    inputs = atoms.filter { !$0.isComputed }.map { Port($0.id, $0.input?.type ?? .any, input: $0.input) }
    outputs =
      atoms.map { Port($0.id, $0.input?.type ?? .any, input: $0.input) }
      + (operation.effect == nil || operation.place(of: Self.submission) != nil ? [] : [Port(Self.submission, .text)])
  }

  /// The name of the output with the id of the submission.
  package static let submission = "submission"
}
