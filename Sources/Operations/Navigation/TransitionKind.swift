import Atoms
import JSON

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

  /// What a property of appearance may be.
  package enum Property: Sendable {
    /// A colour, `#rrggbb`.
    case color
    /// True or false.
    case flag
    /// One of these words.
    case word([String])
  }

  /// What undoes it.
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
  /// A property of appearance; nil where it is not there.
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
