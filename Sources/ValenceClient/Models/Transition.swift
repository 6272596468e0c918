/// The way in which a form or a screen appears, and disappears.
///
/// Show an unknown kind as ``Kind/push``.
///
///     switch tree.transition.appearance {
///     case .present(let style, let closable): presentSheet(style: style ?? "sheet", closable: closable ?? true)
///     case .window: replaceEverything()
///     default: push()
///     }
public struct Transition: WireModel {
  /// A kind of transition. A newer server may send others.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates a transition of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Pushed onto the stack, with a way back.
    public static let push = Kind(rawValue: "push")
    /// A sheet over the present screen.
    public static let present = Kind(rawValue: "present")
    /// Drawn in a place of the present screen.
    public static let embed = Kind(rawValue: "embed")
    /// A curtain over everything, which the person pulls away by its handle.
    public static let cover = Kind(rawValue: "cover")
    /// Drawn instead of everything; the stack begins anew.
    public static let window = Kind(rawValue: "window")
    /// Undoes the transition that showed the present form or screen.
    public static let back = Kind(rawValue: "back")
  }

  /// The kind.
  public let kind: Kind
  /// The way to undo it: pop, dismiss, remove or close.
  public var reverse: String? { wire["reverse"]?.string }
  /// The place that `embed` takes: a screen's id, or the id of a module of the same screen.
  public var container: String? { wire["container"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads a transition. Throws ``Unreadable`` without `kind`.
  public init(_ members: Members) throws(Unreadable) {
    kind = Kind(rawValue: try members.text("kind", of: "transition"))
    wire = members
  }

  /// The default transition.
  public static let push = Transition(kind: .push)

  private init(kind: Kind) {
    self.kind = kind
    wire = ["kind": .string(kind.rawValue)]
  }
}

extension Transition {
  /// The look of a transition, by its kind. The client decides what is nil.
  public enum Appearance: Sendable, Hashable {
    /// A pushed screen: the colours of its bar (`#rrggbb`), a large title, hidden tabs.
    case push(barColor: String?, titleColor: String?, largeTitle: Bool?, hidesTabs: Bool?)
    /// A sheet: its style (sheet, page or full), and true if the person may close it.
    case present(style: String?, closable: Bool?)
    /// A curtain: the colour of its handle, its height (content, half or full), and true if it dims the screen below.
    case cover(handleColor: String?, height: String?, dim: Bool?)
    /// A place in the screen: true if the change is animated.
    case embed(animated: Bool?)
    /// The whole window: a light or a dark status bar.
    case window(statusBar: String?)
    /// The members for a kind that this library does not know.
    case other(Members)
  }

  /// The look of the transition.
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

/// The way back: undo the transition that showed the present form or screen, and ask again for the one below.
public struct Back: WireModel {
  /// The transition of kind ``Transition/Kind/back``.
  public var transition: Transition? { wire.record("transition") }
  /// A message to show in passing.
  public var message: String? { wire["message"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads any object.
  public init(_ members: Members) { wire = members }
}
