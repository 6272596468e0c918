import Atoms
import Definitions
import JSON
import SourceText

extension KitReader {
  /// Reads a session file. Returns nil if it has faults in its head.
  mutating func session(at path: String) -> KitSession? {
    guard let root = root(of: path), var head = properties(of: root, "a session") else { return nil }
    let id = head.string("session") ?? missing("session", in: &head)
    let name = path.split(separator: "/").last?.dropLast(".json".count) ?? ""
    if let node = head.node("session"), id != name {
      head.error(.fileName, "the session `\(id)` is in the file `\(name).json`", at: node.location)
    }
    let profile = profile(&head)
    let level = head.word("level", default: KitCase.Level.must)
    let rules = rules(&head)
    let address = head.string("open") ?? missing("open", in: &head)
    if let node = head.node("open"), !address.hasPrefix("/") {
      head.error(.wrongAddress, "`open` takes a path that begins with `/`", at: node.location)
    }
    let person = instruction(&head)
    var parts = SessionParts(isRule: isRule)
    let drive = head.node("drive")
    let steps = parts.list(drive, "drive", of: "steps", in: &head).flatMap { parts.step($0).map { [$0] } ?? [] }
    let faults = head.node("faults")?.sequence.map { $0.compactMap { parts.fault($0) } } ?? []
    if let node = head.node("faults"), node.sequence == nil {
      head.error(.wrongShape, "`faults` takes a list, not \(node.noun)", at: node.location)
    }
    let judge = head.node("judge")
    let judgements = parts.list(judge, "judge", of: "judgements", in: &head).compactMap { parts.judgement($0) }
    finish(&head, "a session")
    diagnostics.append(parts.diagnostics)
    return KitSession(
      id: id, profile: profile, level: level, rules: rules, address: address, person: person, steps: steps,
      faults: faults, judgements: judgements,
      written: (drive.map { Value($0) } ?? [], judge.map { Value($0) } ?? []))
  }

  /// Reads the instruction for a person, in Russian and English.
  private mutating func instruction(_ head: inout Properties) -> [String: [String]] {
    guard let node = head.node("person") else {
      head.isMissing("person", "`person` is missing")
      return [:]
    }
    guard var texts = properties(of: node, "`person`") else { return [:] }
    var person: [String: [String]] = [:]
    for language in ["en", "ru"] {
      let lines = texts.node(language)?.sequence?.compactMap(\.scalar) ?? []
      if lines.isEmpty { texts.isMissing(language, "`\(language)` takes a list of sentences") }
      person[language] = lines
    }
    finish(&texts, "an instruction")
    return person
  }
}

/// Reads steps, faults and judgements, and collects their mistakes.
struct SessionParts: FaultCollecting {
  var diagnostics = Diagnostics()
  let isRule: (String) -> Bool

  init(isRule: @escaping (String) -> Bool) { self.isRule = isRule }

  /// The functions of a driver in sessions, with their arguments.
  private static let functions = [
    "enter": ["at", "text"], "leave": ["at"], "choose": ["at", "value"], "search": ["at", "text"], "add": ["at"],
    "remove": ["at", "item"], "tap": ["at"], "confirm": ["yes"], "settle": [], "open": ["open"], "follow": ["name"],
    "more": [], "filter": ["name", "text"],
  ]

  /// Returns the elements of a list that must not be empty.
  func list(_ node: SourceNode?, _ name: String, of what: String, in head: inout Properties) -> [SourceNode] {
    guard let node else {
      head.isMissing(name, "`\(name)` takes a list of \(what)")
      return []
    }
    guard let elements = node.sequence, !elements.isEmpty else {
      head.error(.wrongShape, "`\(name)` takes a list of \(what)", at: node.location)
      return []
    }
    return elements
  }

  mutating func step(_ node: SourceNode) -> SessionStep? {
    guard let entries = node.mapping, entries.count == 1, let name = entries[0].key.scalar else {
      diagnostics.error(.wrongShape, "a step is an object with one member", at: node.location)
      return nil
    }
    let argument = entries[0].value
    switch name {
    case "login": return .logIn(isOther: argument.scalar == "other")
    case "codes": return .enterCodes(areRight: argument.scalar != "wrong")
    case "expect": return shown(argument).map { .expect($0) }
    case "await": return reference(argument).map { .await($0) }
    default: break
    }
    guard let parameters = Self.functions[name] else {
      let known = (Self.functions.keys + ["await", "codes", "expect", "login"]).sorted()
      diagnostics.error(
        .unknownName, "unknown step `\(name)`", remedy: suggestion(for: name, among: known),
        at: entries[0].key.location)
      return nil
    }
    let given = parameters.count > 1 ? argument.sequence ?? [] : Array(repeating: argument, count: parameters.count)
    guard given.count == parameters.count else {
      let list = parameters.joined(separator: ", ")
      diagnostics.error(.wrongShape, "`\(name)` takes a list of \(list)", at: argument.location)
      return nil
    }
    return .ask(name, Object(zip(parameters, given).map { ($0, Value($1)) }))
  }

  mutating func reference(_ node: SourceNode) -> ExchangeReference? {
    if let found = node.scalar.flatMap(ExchangeReference.init) { return found }
    let word = node.scalar.map { String($0.split(separator: " ").first ?? "") } ?? ""
    diagnostics.error(
      .unknownName, "`\(node.scalar ?? node.noun)` names no request",
      remedy: suggestion(for: word, among: ExchangePoint.allCases.map(\.rawValue)), at: node.location)
    return nil
  }

  mutating func point(_ node: SourceNode) -> ExchangePoint? {
    guard let reference = reference(node) else { return nil }
    if reference.number != nil {
      diagnostics.error(.wrongValue, "a point has no number here", at: node.location)
    }
    return reference.point
  }

  mutating func pointer(_ node: SourceNode) -> JSONPointer? {
    if let pointer = node.scalar.flatMap(JSONPointer.init) { return pointer }
    diagnostics.error(.wrongValue, "a path is empty or begins with `/`", at: node.location)
    return nil
  }

  mutating func seconds(_ node: SourceNode?, at location: Location) -> Duration {
    if let text = node?.scalar, let number = Double(text), (0...60).contains(number) {
      return .milliseconds(Int(number * 1000))
    }
    diagnostics.error(.wrongValue, "a time is a number of seconds from 0 to 60", at: node?.location ?? location)
    return .zero
  }

  mutating func texts(_ node: SourceNode?) -> [String] {
    guard let node else { return [] }
    if let text = node.scalar { return [text] }
    guard let elements = node.sequence, elements.allSatisfy({ $0.scalar != nil }) else {
      diagnostics.error(.wrongShape, "this is a text or a list of texts, not \(node.noun)", at: node.location)
      return []
    }
    return elements.compactMap(\.scalar)
  }

  /// Reads a condition on what a client shows.
  mutating func shown(_ node: SourceNode) -> ShownDocument? {
    guard var line = properties(of: node, "a shown document") else { return nil }
    var shown = ShownDocument()
    shown.document = line.word("document", of: ["tree", "screen", "list"])
    shown.has = texts(line.node("has"))
    shown.lacks = texts(line.node("lacks"))
    shown.notice = line.string("notice")
    if let values = line.node("values") { shown.values = object(values) }
    finish(&line, "a shown document")
    return shown
  }

  mutating func object(_ node: SourceNode) -> Object {
    if case .object(let object) = Value(node) { return object }
    diagnostics.error(.wrongShape, "this is an object, not \(node.noun)", at: node.location)
    return Object()
  }
}
