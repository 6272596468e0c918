import Atoms
import Conditions
import Dates
import Texts
import SourceText
package import JSON

/// The inputs of a module with the sources of their values.
package struct Wiring: Sendable {
  enum Source: Sendable {
    /// A literal in the file.
    case literal(String)
    /// The value with that name in the context of the module.
    case reference(String)
  }

  /// The inputs with a value, in the order of the file.
  let members: [(name: String, source: Source)]

  static let none = Wiring(members: [])

  init(members: [(name: String, source: Source)]) { self.members = members }

  /// Returns a wiring of each input to the given value with the same name, if their types are
  /// compatible.
  static func passing(_ given: [Port], to inputs: [Port]) -> Wiring {
    Wiring(
      members: inputs.compactMap { input in
        given[input.name].flatMap { input.takes($0.type) ? (input.name, .reference(input.name)) : nil }
      })
  }

  /// Returns the wiring with the given values under their own names.
  func passing(_ given: [Port]) -> Wiring {
    Wiring(members: given.map { ($0.name, .reference($0.name)) } + members)
  }

  /// Parses `{input: $name, other: literal}`. Reports missing and unknown names and wrong types.
  init(
    _ node: SourceNode?, of module: String, inputs: [Port], computed: Set<String> = [], given: [Port],
    from source: String, at place: Location, _ faults: inout Diagnostics
  ) {
    var members: [(name: String, source: Source)] = []
    var named: Set<String> = []
    if let node, node.mapping == nil {
      faults.error(
        .wrongShape,
        "`input` takes {name: value}, where $name refers to the value of "
          + "that name, not \(node.noun)", at: node.location)
      named = Set(inputs.map(\.name))
    }
    for entry in node?.mapping ?? [] {
      let name = entry.key.scalar ?? ""
      named.insert(name)
      guard let port = inputs[name] else {
        if computed.contains(name) {
          faults.error(
            .wrongValue, "`\(name)` of \(module) is computed by `value` and takes no input", at: entry.key.location)
          continue
        }
        let names = inputs.map(\.name)
        let hint = suggestion(for: name, among: names)
        let reported = hint.isEmpty ? names.isEmpty ? ", which takes none" : ", which takes \(names.listed)" : hint
        faults.error(
          .unknownDefinition, "unknown input `\(name)` of \(module)", remedy: reported, at: entry.key.location)
        continue
      }
      if let source = Self.source(of: entry.value, port, module, given, source, &faults) {
        members.append((port.name, source))
      }
    }
    for port in inputs where port.isRequired && !named.contains(port.name) {
      faults.error(
        .missingInput, "\(module) requires the input `\(port.name)` (\(port.typeName))",
        at: (node ?? SourceNode(.sequence([]), at: place)).location)
    }
    self.members = members
  }

  private static func source(
    of node: SourceNode, _ port: Port, _ module: String, _ given: [Port], _ source: String,
    _ faults: inout Diagnostics
  ) -> Source? {
    guard let text = node.scalar else {
      faults.error(.wrongShape, "`\(port.name)` takes $name or a value, not \(node.noun)", at: node.location)
      return nil
    }
    guard text.hasPrefix("$") else {
      let isName = given[text].map { port.takes($0.type) && port.offered == nil } ?? false
      let remedy = isName ? "; write `$\(text)` for the value of that name" : ""
      if port.takes(text: text) {
        if isName {
          faults.warning(.literalText, "this passes the text `\(text)`", remedy: remedy, at: node.location)
        }
        if let options = port.options(without: text) {
          let near = suggestion(for: text, among: options)
          faults.error(
            .wrongValue, "input `\(port.name)` of \(module) has no option `\(text)`",
            remedy: near.isEmpty ? "; there is \(options.prefix(12).map { $0 }.listed)" : near, at: node.location)
          return nil
        }
        return .literal(text)
      }
      faults.error(
        .wrongType, "input `\(port.name)` of \(module) takes a \(port.typeName), not `\(text)`", remedy: remedy,
        at: node.location)
      return nil
    }
    let name = String(text.dropFirst())
    guard let found = given[name] else {
      let names = given.map(\.name)
      let hint = suggestion(for: name, among: names)
      let reported = hint.isEmpty ? names.isEmpty ? ", which has none" : ", which has \(names.listed)" : hint
      faults.error(.unknownName, "`\(text)` is not available from \(source)", remedy: reported, at: node.location)
      return nil
    }
    guard port.takes(found.type) else {
      faults.error(
        .wrongType, "input `\(port.name)` of \(module) takes a \(port.typeName), but `\(text)` is a \(found.typeName)",
        at: node.location)
      return nil
    }
    return .reference(name)
  }

  /// Returns the inputs that have values.
  package func values(from given: [String: String]) -> [(name: String, value: String)] {
    members.compactMap { own, source in
      switch source {
      case .literal(let text): (own, text)
      case .reference(let name): given[name].map { (own, $0) }
      }
    }
  }

  /// The names of the values that the inputs read.
  package var reads: Set<String> {
    Set(members.compactMap { if case .reference(let name) = $0.source { name } else { nil } })
  }

  package var isEmpty: Bool { members.isEmpty }

  /// The inputs as a query string, with placeholders for the members of a row.
  package var template: String { templates.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }

  /// The inputs with a placeholder `{name}` for each member of a row, and percent-encoded literals.
  package var templates: [(name: String, value: String)] {
    members.map { own, source in
      switch source {
      case .literal(let text): (own, percentEncoded(text))
      case .reference(let name): (own, "{\(name)}")
      }
    }
  }

  /// The inputs for the members of a request body: like `templates`, but literals are not encoded.
  package var bodyTemplates: [(name: String, value: String)] {
    members.map { own, source in
      switch source {
      case .literal(let text): (own, text)
      case .reference(let name): (own, "{\(name)}")
      }
    }
  }
}

/// An input or output of a module: name and type.
package struct Port: Sendable {
  package let name: String
  let type: ValueType
  /// True if the module requires it.
  package let isRequired: Bool
  /// The input of an operation that receives the value, for a check that is stricter than the type.
  private let input: (any InputKind)?
  /// The allowed whole numbers, for literals only; nil for any value of the type.
  private let range: ClosedRange<Int>?

  init(
    _ name: String, _ type: ValueType, isRequired: Bool = false, input: (any InputKind)? = nil,
    in range: ClosedRange<Int>? = nil
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.input = input
    self.range = range
  }

  /// The keywords of the types in files.
  package static var typeWords: [String] { types.map(\.word) }

  /// The types by their keywords in files.
  static let types: [(word: String, type: ValueType)] = [
    ("text", .text), ("number", .number), ("date", .date), ("boolean", .boolean),
  ]

  /// The values of the options in the definition; nil if any value is possible.
  var offered: [Value]? {
    guard case .literal(let choices) = input?.options else { return nil }
    return choices.map(\.value)
  }

  /// Returns the options as texts if a text is not the value of one of them; otherwise nil.
  func options(without text: String) -> [String]? {
    guard let offered, let input, let value = input.read(input.posted(text)), !offered.contains(value) else {
      return nil
    }
    return offered.map(\.plainText)
  }

  /// The port for any value of the type, whichever input provides it.
  var open: Port { Port(name, type, isRequired: isRequired, in: range) }

  /// The keyword of the type.
  package var typeName: String {
    if let range { return "whole number from \(range.lowerBound) to \(range.upperBound)" }
    return Self.types.first { $0.type == type }?.word ?? (type == .integer ? "number" : "any")
  }

  /// Returns true if a value of that type is accepted.
  func takes(_ other: ValueType) -> Bool {
    // The value of a reference is not known when the file is loaded, so it cannot be checked
    // against a range.
    if range != nil { return false }
    return type == other || type == .any || other == .any || type == .number && other == .integer
  }

  /// Returns the value of a text, as a client would post it.
  package func value(of text: String) -> Value { type == .boolean ? .bool(text == "true") : .string(text) }

  /// Returns true if the text is a value of the type.
  package func takes(text: String) -> Bool {
    if let input { return input.read(input.posted(text)) != nil }
    if let range { return Int(text).map(range.contains) ?? false }
    return switch type {
    case .number, .integer: NumberText.typed(text) != nil
    case .date: CivilDate(text) != nil
    case .boolean: text == "true" || text == "false"
    default: true
    }
  }
}

extension [Port] {
  package subscript(name: String) -> Port? { first { $0.name == name } }
}
