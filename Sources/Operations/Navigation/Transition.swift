import Atoms
import SourceText
package import JSON

/// How a module is shown.
package struct Transition: Sendable {
  package let kind: TransitionKind
  /// The id of the container in which the module is embedded; nil for its own position and for
  /// other kinds.
  let container: String?
  /// The location of the container's name.
  let containerLocation: Location?
  /// The properties of its appearance, with the types that the kind defines.
  let appearance: [(name: String, value: Value)]

  package init(_ kind: TransitionKind, in container: String? = nil) {
    self.init(kind, in: container, at: nil, [])
  }

  private init(
    _ kind: TransitionKind, in container: String?, at location: Location?, _ appearance: [(name: String, value: Value)]
  ) {
    (self.kind, self.container, containerLocation, self.appearance) = (kind, container, location, appearance)
  }

  /// Parses `push` or `{kind: push, barColor: ...}`; nil, with a fault, for anything else.
  init?(_ node: SourceNode, _ faults: inout Diagnostics) {
    let kinds = TransitionKind.allCases.map(\.rawValue)
    if let word = node.scalar {
      guard let kind = TransitionKind(rawValue: word) else {
        let hint = suggestion(for: word, among: kinds)
        faults.error(.wrongValue, "`transition` takes one of \(kinds.listed)", remedy: hint, at: node.location)
        return nil
      }
      self.init(kind)
      return
    }
    guard let entries = node.mapping else {
      faults.error(.wrongShape, "`transition` takes a kind or {kind: ..., ...}, not \(node.noun)", at: node.location)
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

  /// Reports properties that the kind does not have, and the kinds that have them.
  private static func refuseOthers(
    _ entries: [SourceNode.Entry], _ kind: TransitionKind, _ properties: inout Properties
  ) {
    for entry in entries {
      guard let name = entry.key.scalar else {
        properties.error(
          .wrongShape, "a property of \(kind.rawValue) has a name, found \(entry.key.noun)", at: entry.key.location)
        continue
      }
      guard properties.asked[name] == nil else { continue }
      let others = TransitionKind.allCases.filter { $0.properties.contains { $0.name == name } }.map(\.rawValue)
      let own = kind.properties.map(\.name)
      let hint = suggestion(for: name, among: own)
      let reported =
        others.isEmpty ? hint.isEmpty ? ", which has \(own.listed)" : hint : ": it is of \(others.listed)"
      properties.error(
        .unknownProperty, "unknown property `\(name)` of \(kind.rawValue)", remedy: reported, at: entry.key.location)
    }
  }
}

extension Writer {
  /// Writes a transition. An embedded one without its own container gets `container`.
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

/// A kind of transition, with its properties of appearance.
package enum TransitionKind: String, Sendable, CaseIterable {
  /// On the navigation stack, with a back button.
  case push
  /// As a modal sheet.
  case present
  /// In place on the screen.
  case embed
  /// As a panel from the bottom.
  case cover
  /// As a new root that replaces all screens.
  case window

  /// The type of a property of appearance.
  package enum Property: Sendable {
    /// A color, `#rrggbb`.
    case color
    case flag
    /// One of these words.
    case word([String])
  }

  /// The transition that reverses it.
  package var reverse: String {
    switch self {
    case .push: "pop"
    case .present, .cover: "dismiss"
    case .embed: "remove"
    case .window: "close"
    }
  }

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
  /// Returns a property of appearance; nil if it is missing or invalid.
  mutating func appearance(_ name: String, _ property: TransitionKind.Property) -> Value? {
    switch property {
    case .flag: return flag(name).map(Value.bool)
    case .word(let words): return word(name, of: words).map(Value.string)
    case .color:
      guard let node = node(name) else { return nil }
      if let text = node.scalar, text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) {
        return .string(text)
      }
      error(.wrongValue, "`\(name)` takes a colour such as \"#1a2b3c\"", at: node.location)
      return nil
    }
  }
}
