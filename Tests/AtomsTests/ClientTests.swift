import Atoms
import JSON
import Testing

/// The capabilities of clients, and the trees that they receive.
struct ClientTests {
  @Test(
    "Client versions are compared number by number",
    arguments: [
      ("3.2", "3.2", false), ("3.2", "3.10", true), ("3.2", "3.2.0", false), ("3.2", "3.2.0.1", true),
      ("3", "2.9", false),
      ("0", "0.0.1", true), ("10", "9.9.9.9", false), ("007", "7", false),
    ])
  func comparesVersionsByNumber(_ left: String, _ right: String, _ isOlder: Bool) throws {
    let (left, right) = (try #require(ClientVersion(left)), try #require(ClientVersion(right)))
    #expect((left < right) == isOlder)
  }

  @Test(
    "Parsing a malformed client version returns nil",
    arguments: ["", ".", "1.", ".1", "1..2", "1.2.3.4.5", "-1", "1.x", "٣", "1234567", "1 "])
  func rejectsMalformedVersion(_ text: String) { #expect(ClientVersion(text) == nil) }

  @Test("A client program is parsed as a platform and a version") func parsesClientProgram() throws {
    let client = try #require(ClientProgram("iOS/3.2"))
    #expect(client.platform == "ios")
    #expect(client.version.description == "3.2")
    for text in ["", "ios", "ios/", "/3", "ios/3/2", "i os/3", "3ios/1", "ёж/1", "ios 3.2"] {
      #expect(ClientProgram(text) == nil, "\(text)")
    }
  }

  private static let definition = """
    operation: trial
    title: Trial
    minimumClient: {ios: 2.0}
    atoms:
      - {text: head, caption: Head, optional: true}
      - {accountPicker: from, caption: From, fallback: {textInput: from, type: digits, length: 20, caption: "Account, by hand"}}
      - {enum: speed, caption: Speed, options: {1: Slow, 2: Fast}, default: 1, fallback: [{enum: speed, minimumClient: {ios: 2.5}}, text], minimumClient: {ios: 3.0}}
      - {toggle: agree, caption: Agree}
      - {textInput: note, caption: Note, optional: true, minimumClient: {ios: 2.5}}
      - {button: send, caption: Send, action: submit}
    """

  private static func draw(
    _ definition: String = definition, for client: Capabilities
  ) throws -> (tree: [Value], states: Object) {
    let operation = try EvaluationTests.operation(definition)
    let presentation = try operation.presentation(for: client)
    let world = TestSurroundings(facts: ["accounts": []], answers: [:])
    var evaluation = Evaluation(operation, Question(), in: .ru, world)
    var writer = Writer()
    evaluation.writeTree(to: &writer, links: Links(of: operation), as: presentation, in: .ru)
    let tree = try #require(try Value(reading: writer.bytes)["atoms"]?.array)
    var states = Writer()
    evaluation.writeStates(to: &states, as: presentation, in: .ru)
    return (tree, try #require(try Value(reading: states.bytes).object))
  }

  private static func kinds(_ names: String...) -> KindSet {
    names.reduce(into: []) { $0.formUnion(KindSet(kind: $1)) }
  }

  @Test("A client without stated capabilities receives every atom") func drawsAllWithoutCapabilities() throws {
    let operation = try EvaluationTests.operation(Self.definition)
    #expect(try operation.presentation(for: Capabilities()) == nil)
    let (tree, states) = try Self.draw(for: Capabilities())
    #expect(tree.map { $0["kind"]?.string } == ["text", "accountPicker", "enum", "toggle", "textInput", "button"])
    #expect(states.names == ["head", "from", "speed", "agree", "note", "send"])
  }

  @Test("An atom of an unsupported kind is drawn as its fallback") func drawsFallbackOfUnknownKind() throws {
    let (tree, states) = try Self.draw(
      for: Capabilities(kinds: Self.kinds("text", "textInput", "toggle", "button")))
    #expect(tree.map { $0["id"]?.string } == ["head", "from", "speed", "agree", "note", "send"])
    #expect(tree.map { $0["kind"]?.string } == ["text", "textInput", "text", "toggle", "textInput", "button"])
    #expect(tree[1]["caption"] == "Account, by hand")
    #expect(tree[1]["type"] == "digits")
    #expect(tree[1]["required"] == true)
    // A fallback inherits missing properties from its atom.
    #expect(tree[2]["caption"] == "Speed")
    #expect(tree[2]["options"] == nil)
    #expect(states["speed"] == ["shown": true])
    #expect(states["from"]?["enabled"] == true)
  }

  @Test("A fallback of several atoms is drawn in its order, with the states of each")
  func drawsFallbackOfSeveralAtoms() throws {
    let definition = """
      operation: trial
      title: Trial
      atoms:
        - {toggle: on, caption: On}
        - dateInput: day
          caption: Day
          showIf: "$on == NO"
          fallback: {atoms: [{text: told, caption: "On {$on}"}, {textInput: day, maxLength: 10}, {link: help, caption: Help, href: /help}]}
        - {consent: terms, caption: Agree, document: terms.md}
      """
    let (tree, states) = try Self.draw(
      definition, for: Capabilities(kinds: Self.kinds("text", "textInput", "toggle", "link")))
    #expect(tree.map { $0["id"]?.string } == ["on", "told", "day", "help", "termsDocument", "terms"])
    #expect(tree.map { $0["kind"]?.string } == ["toggle", "text", "textInput", "link", "link", "toggle"])
    #expect(tree[1]["caption"] == "On нет" && tree[2]["required"] == true)
    #expect(tree[3]["action"]?["href"] == "/help")
    #expect(tree[4]["caption"] == "Terms" && tree[4]["action"]?["href"] == "/documents/5e1f")
    #expect(tree[5]["caption"] == "Agree" && tree[5]["value"] == false && tree[5]["document"] == nil)
    #expect(states.names == ["on", "day", "told", "help", "terms", "termsDocument"])
    #expect(states["told"] == ["caption": "On нет", "shown": true])
    // A client without one of the kinds cannot draw the fallback.
    let kinds = Self.kinds("text", "textInput", "toggle")
    let error = #expect(throws: MissingKinds.self) { try Self.draw(definition, for: Capabilities(kinds: kinds)) }
    #expect(error?.atoms.map(\.id) == ["day", "terms"])
  }

  @Test("A command is drawn as a switch that is always off") func drawsCommandAsSwitch() throws {
    let definition = """
      operation: trial
      title: Trial
      atoms:
        - {toggle: on, caption: On}
        - {command: fill, caption: Fill, set: {on: "1 == 1"}}
      """
    let (tree, states) = try Self.draw(definition, for: Capabilities(kinds: Self.kinds("toggle")))
    #expect(tree[1]["kind"] == "toggle" && tree[1]["notify"] == "change" && tree[1]["caption"] == "Fill")
    #expect(
      states["fill"] == ["shown": true, "enabled": true, "required": false, "value": false, "entered": false])
  }

  @Test("An optional atom of an unsupported kind is omitted") func omitsOptionalAtom() throws {
    let kinds = Self.kinds("accountPicker", "enum", "toggle", "button")
    let (tree, states) = try Self.draw(for: Capabilities(kinds: kinds))
    #expect(tree.map { $0["id"]?.string } == ["from", "speed", "agree", "send"])
    #expect(states.names == ["from", "speed", "agree", "send"])
  }

  @Test("An error lists the required atoms of unsupported kinds") func namesMissingKinds() throws {
    let operation = try EvaluationTests.operation(Self.definition)
    let error = #expect(throws: MissingKinds.self) {
      try operation.presentation(for: Capabilities(kinds: Self.kinds("text", "slider")))
    }
    #expect(error?.atoms.map(\.id) == ["from", "agree", "send"])
    #expect(error?.atoms.map(\.kind) == ["accountPicker", "toggle", "button"])
  }

  @Test("A group that the client does not support is replaced by its atoms") func replacesGroupByItsAtoms() throws {
    let definition = """
      operation: trial
      title: Trial
      atoms:
        - {toggle: more, caption: More}
        - group: frame
          caption: Frame
          showIf: $more == YES
          atoms:
            - {textInput: note, caption: Note}
            - {enum: speed, caption: Speed, options: {a: A}, optional: true}
        - {button: send, caption: Send, action: submit}
      """
    let kinds = Self.kinds("textInput", "toggle", "button")
    let (tree, states) = try Self.draw(definition, for: Capabilities(kinds: kinds))
    #expect(tree.map { $0["id"]?.string } == ["more", "note", "send"])
    #expect(tree[1]["shown"] == false)
    #expect(states.names == ["more", "note", "send"])
  }

  @Test(
    "An atom that requires a newer client is treated as an unsupported kind",
    arguments: [
      ("ios/3.0", ["text", "accountPicker", "enum", "toggle", "textInput", "button"]),
      ("ios/2.9", ["text", "accountPicker", "enum", "toggle", "textInput", "button"]),
      ("ios/2.4", ["text", "accountPicker", "text", "toggle", "button"]),
      ("android/1.0", ["text", "accountPicker", "enum", "toggle", "textInput", "button"]),
    ])
  func treatsNewerAtomAsUnknown(_ client: String, _ kinds: [String]) throws {
    let (tree, _) = try Self.draw(for: Capabilities(client: ClientProgram(client)))
    #expect(tree.compactMap { $0["kind"]?.string } == kinds)
  }

  @Test("The minimum client of an operation is checked by platform and version") func checksMinimumClient() throws {
    let minimum = try EvaluationTests.operation(Self.definition).minimumClient
    #expect(minimum.missing(to: ClientProgram("ios/1.9"))?.description == "2")
    #expect(minimum.missing(to: ClientProgram("ios/2.0")) == nil)
    #expect(minimum.missing(to: ClientProgram("android/0.1")) == nil)
    #expect(minimum.missing(to: nil) == nil)
  }

  @Test("Only an atom without a fallback is reported as a missing kind") func reportsAtomWithoutFallback() throws {
    let definition = """
      operation: trial
      title: Trial
      atoms:
        - {textInput: price, type: number}
        - {textInput: twice, type: number, value: "$price * 2", fallback: {text: twice, captionFrom: $twice}}
        - {button: send, action: submit}
      """
    let operation = try EvaluationTests.operation(definition)
    var capabilities = Capabilities(client: ClientProgram("ios/1"))
    capabilities.kinds = .all
    #expect(try operation.presentation(for: capabilities) == nil)
    let error = #expect(throws: MissingKinds.self) {
      try operation.presentation(for: Capabilities(kinds: Self.kinds("text", "button")))
    }
    // Another atom of the same kind has no fallback.
    #expect(error?.atoms.map(\.id) == ["price"])
  }

  @Test("The state of a fallback is sent when its caption changes") func sendsChangedFallbackCaption() throws {
    let definition = """
      operation: trial
      title: Trial
      atoms:
        - {toggle: fast, caption: Fast}
        - {textInput: note, optional: true, default: no, minimumClient: {ios: 9}, fallback: {text: note, captionFrom: $word}}
        - {textInput: word, optional: true}
        - {button: send, action: submit}
      """
    let operation = try EvaluationTests.operation(definition)
    let presentation = try operation.presentation(for: Capabilities(client: ClientProgram("ios/1")))
    let world = TestSurroundings(facts: [:], answers: [:])
    var evaluation = Evaluation(
      operation, Question(values: ["word": "abc"], changed: ["word"]), in: .ru, world)
    var writer = Writer()
    evaluation.writeStates(to: &writer, as: presentation, in: .ru)
    #expect(try Value(reading: writer.bytes)["note"] == ["caption": "abc", "shown": true])
  }
}
