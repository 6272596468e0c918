/// How what is drawn comes onto the screen, and how it goes.
public struct Transition: WireModel {
  /// The kinds of transitions; a newer server may send others, which are shown as `push`.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// A transition of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Onto the stack, with a way back.
    public static let push = Kind(rawValue: "push")
    /// As a sheet over what is shown.
    public static let present = Kind(rawValue: "present")
    /// In a place of what is shown.
    public static let embed = Kind(rawValue: "embed")
    /// A curtain over everything, pulled away by its handle.
    public static let cover = Kind(rawValue: "cover")
    /// In the place of everything; the stack begins anew.
    public static let window = Kind(rawValue: "window")
    /// Undoes the transition that showed what is shown.
    public static let back = Kind(rawValue: "back")
  }

  /// The kind.
  public let kind: Kind
  /// How it is undone: pop, dismiss, remove or close.
  public var reverse: String? { wire["reverse"]?.string }
  /// Of `embed`: the place that is taken, a screen's id or that of a module of the same screen.
  public var container: String? { wire["container"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads `kind`.
  public init(_ members: Members) throws(Unreadable) {
    kind = Kind(rawValue: try members.text("kind", of: "transition"))
    wire = members
  }

  /// What is shown where nothing is said.
  public static let push = Transition(kind: .push)

  private init(kind: Kind) {
    self.kind = kind
    wire = ["kind": .string(kind.rawValue)]
  }
}
