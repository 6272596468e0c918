import Atoms
import SourceText
package import JSON

/// The appearance of a module, independent of the module.
package struct Transition: Sendable {
  /// The kind.
  package let kind: TransitionKind
  /// The id of the container that it is embedded in; nil for its own place, and for other kinds.
  let container: String?
  /// The place of the container's name.
  let containerLocation: Location?
  /// The properties of its appearance, each of the type that the kind says.
  let appearance: [(name: String, value: Value)]

  /// Creates a transition with the defaults of its kind.
  package init(_ kind: TransitionKind, in container: String? = nil) {
    self.init(kind, in: container, at: nil, [])
  }

  private init(
    _ kind: TransitionKind, in container: String?, at location: Location?, _ appearance: [(name: String, value: Value)]
  ) {
    (self.kind, self.container, containerLocation, self.appearance) = (kind, container, location, appearance)
  }

  /// Reads `push` or `{kind: push, barColor: ...}`; nil, with a fault, where it is neither.
  init?(_ node: SourceNode, _ faults: inout Diagnostics) {
    let kinds = TransitionKind.allCases.map(\.rawValue)
    if let word = node.scalar {
      guard let kind = TransitionKind(rawValue: word) else {
        let hint = suggestion(for: word, among: kinds)
        faults.error("`transition` takes one of \(kinds.listed)\(hint)", at: node.location)
        return nil
      }
      self.init(kind)
      return
    }
    guard let entries = node.mapping else {
      faults.error("`transition` takes a kind or {kind: ..., ...}, not \(node.noun)", at: node.location)
      return nil
    }
    var properties = Properties(entries, at: node.location)
    let word = properties.word("kind", of: kinds, required: true)
    guard let kind = word.flatMap(TransitionKind.init) else {
      faults.append(properties.diagnostics)
      return nil
    }
    var appearance: [(name: String, value: Value)] = []
    for (name, property) in kind.properties {
      if let value = properties.appearance(name, property) { appearance.append((name, value)) }
    }
    let container = kind == .embed ? properties.string("container") : nil
    let place = kind == .embed ? properties.node("container")?.location : nil
    Self.refuseOthers(entries, kind, &properties)
    faults.append(properties.diagnostics)
    self.init(kind, in: container, at: place, appearance)
  }

  /// Notes properties that the kind does not have, with the kinds that do.
  private static func refuseOthers(
    _ entries: [SourceNode.Entry], _ kind: TransitionKind, _ properties: inout Properties
  ) {
    for entry in entries {
      guard let name = entry.key.scalar else {
        properties.error(
          "a property of \(kind.rawValue) has a name, found \(entry.key.noun)", at: entry.key.location)
        continue
      }
      guard properties.asked[name] == nil else { continue }
      let others = TransitionKind.allCases.filter { $0.properties.contains { $0.name == name } }.map(\.rawValue)
      let own = kind.properties.map(\.name)
      let hint = suggestion(for: name, among: own)
      let reported =
        others.isEmpty ? hint.isEmpty ? ", which has \(own.listed)" : hint : ": it is of \(others.listed)"
      properties.error("unknown property `\(name)` of \(kind.rawValue)\(reported)", at: entry.key.location)
    }
  }
}

extension Writer {
  /// Writes a transition; an embedded one without a container of its own gets `container`.
  package mutating func transition(_ transition: Transition, in container: String? = nil) {
    object { writer in
      writer.member("kind", transition.kind.rawValue)
      writer.member("reverse", transition.kind.reverse)
      if transition.kind == .embed, let container = transition.container ?? container {
        writer.member("container", container)
      }
      guard !transition.appearance.isEmpty else { return }
      writer.key("appearance")
      writer.object { writer in
        for (name, value) in transition.appearance {
          writer.key(name)
          writer.value(value)
        }
      }
    }
  }
}

/// A way to show a module, with the properties of appearance that it has.
package enum TransitionKind: String, Sendable, CaseIterable {
  /// On the stack, with a way back.
  case push
  /// A sheet of its own over everything.
  case present
  /// In its place on the screen.
  case embed
  /// A curtain from below.
  case cover
  /// In the place of everything.
  case window

  /// The values of a property of appearance.
  package enum Property: Sendable {
    /// A colour, `#rrggbb`.
    case color
    /// True or false.
    case flag
    /// One of these words.
    case word([String])
  }

  /// The transition that undoes it.
  package var reverse: String {
    switch self {
    case .push: "pop"
    case .present, .cover: "dismiss"
    case .embed: "remove"
    case .window: "close"
    }
  }

  /// The properties of its appearance.
  package var properties: [(name: String, property: Property)] {
    switch self {
    case .push: [("barColor", .color), ("titleColor", .color), ("largeTitle", .flag), ("hidesTabs", .flag)]
    case .present: [("style", .word(["sheet", "page", "full"])), ("closable", .flag)]
    case .cover: [("handleColor", .color), ("height", .word(["content", "half", "full"])), ("dim", .flag)]
    case .embed: [("animated", .flag)]
    case .window: [("statusBar", .word(["light", "dark"]))]
    }
  }
}

extension Properties {
  /// A property of appearance; nil if it is not there.
  mutating func appearance(_ name: String, _ property: TransitionKind.Property) -> Value? {
    switch property {
    case .flag: return flag(name).map(Value.bool)
    case .word(let words): return word(name, of: words).map(Value.string)
    case .color:
      guard let node = node(name) else { return nil }
      if let text = node.scalar, text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) {
        return .string(text)
      }
      error("`\(name)` takes a colour such as \"#1a2b3c\"", at: node.location)
      return nil
    }
  }
}
