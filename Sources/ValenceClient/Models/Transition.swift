/// The transition for showing a form or a screen.
///
/// Handle an unknown kind like ``Kind/push``.
///
///     switch tree.transition.appearance {
///     case .present(let style, let closable):
///       presentSheet(style: style ?? "sheet", closable: closable ?? true)
///     case .window: replaceEverything()
///     default: push()
///     }
public struct Transition: WireModel {
  /// A kind of transition. A newer server may send others.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a kind with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Pushes onto the navigation stack, with a back button.
    public static let push = Kind(rawValue: "push")
    /// Presents a sheet over the current screen.
    public static let present = Kind(rawValue: "present")
    /// Draws in a container of the current screen.
    public static let embed = Kind(rawValue: "embed")
    /// Covers the whole screen with a panel, which the person closes by its handle.
    public static let cover = Kind(rawValue: "cover")
    /// Replaces everything, and starts a new navigation stack.
    public static let window = Kind(rawValue: "window")
    /// Undoes the transition that showed the current form or screen.
    public static let back = Kind(rawValue: "back")

    /// The kinds that this library defines.
    public static let all: [Kind] = [.push, .present, .embed, .cover, .window, .back]
  }

  /// The kind.
  public let kind: Kind
  /// The reverse transition: `pop`, `dismiss`, `remove` or `close`.
  public var reverse: String? { wire["reverse"]?.string }
  /// The container of `embed`: the id of a screen, or of a module of the same screen.
  public var container: String? { wire["container"]?.string }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a transition. Throws ``Unreadable`` if `kind` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    kind = Kind(rawValue: try members.text("kind", of: "transition"))
    wire = members
  }

  /// The kind by which to show the document: ``Kind/push`` for a kind that this library does not
  /// define.
  public var drawnKind: Kind { Kind.all.contains(kind) ? kind : .push }

  /// The default transition.
  public static let push = Transition(kind: .push)

  private init(kind: Kind) {
    self.kind = kind
    wire = ["kind": .string(kind.rawValue)]
  }
}

extension Transition {
  /// The appearance of a transition, by its kind. The client chooses the values that are nil.
  public enum Appearance: Sendable, Hashable {
    /// A pushed screen: the colours of its bar (`#rrggbb`), whether its title is large, and whether
    /// tabs are hidden.
    case push(barColor: String?, titleColor: String?, largeTitle: Bool?, hidesTabs: Bool?)
    /// A sheet: its style (`sheet`, `page` or `full`), and whether the person may close it.
    case present(style: String?, closable: Bool?)
    /// A panel: the colour of its handle, its height (`content`, `half` or `full`), and whether it
    /// dims the screen below.
    case cover(handleColor: String?, height: String?, dim: Bool?)
    /// A container in the screen: whether the change is animated.
    case embed(animated: Bool?)
    /// The whole window: a light or dark status bar.
    case window(statusBar: String?)
    /// The members of a kind that this library does not define.
    case other(Members)
  }

  /// The appearance.
  public var appearance: Appearance {
    let members = wire["appearance"]?.object ?? [:]
    return switch kind {
    case .push:
      .push(
        barColor: members["barColor"]?.string, titleColor: members["titleColor"]?.string,
        largeTitle: members["largeTitle"]?.bool, hidesTabs: members["hidesTabs"]?.bool)
    case .present: .present(style: members["style"]?.string, closable: members["closable"]?.bool)
    case .cover:
      .cover(handleColor: members["handleColor"]?.string, height: members["height"]?.string, dim: members["dim"]?.bool)
    case .embed: .embed(animated: members["animated"]?.bool)
    case .window: .window(statusBar: members["statusBar"]?.string)
    default: .other(members)
    }
  }
}

/// A return: undo the transition that showed the current form or screen, and request the previous
/// one again.
public struct Back: WireModel {
  /// The transition of kind ``Transition/Kind/back``.
  public var transition: Transition? { wire.record("transition") }
  /// A message to show briefly.
  public var message: String? { wire["message"]?.string }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads any object.
  public init(_ members: Members) { wire = members }
}
