/// A part of a screen. One whose transition is `embed` is drawn in its place; any other is a row, and a tap on it follows
/// its `lead`.
public struct Module: WireModel, Identifiable {
  /// The kinds of modules; a newer server may send others, which are left out.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// A module of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A form.
    public static let operation = Kind(rawValue: "operation")
    /// A list, whose rows lead where `row` says.
    public static let list = Kind(rawValue: "list")
    /// A text: its title.
    public static let text = Kind(rawValue: "text")
    /// Another screen.
    public static let screen = Kind(rawValue: "screen")
    /// A flow of several steps: the first, or the one that the person is at.
    public static let flow = Kind(rawValue: "flow")
  }

  /// Its id in the screen, which is also a place to embed in.
  public let id: String
  /// What it is.
  public let kind: Kind
  /// All members, as they came.
  public let wire: Members

  /// What stands above it, on its tab, or is its text.
  public var title: String { wire["title"]?.string ?? "" }
  /// The size of a text: title, comment, or the usual one.
  public var fontSize: String? { wire["fontSize"]?.string }
  /// Whether a list without rows is not drawn, nor its title.
  public var hidesWhenEmpty: Bool { wire["hideEmpty"]?.bool == true }
  /// How it comes onto the screen.
  public var transition: Transition { wire.record("transition") ?? .push }
  /// Whether it is drawn in place.
  public var isEmbedded: Bool { transition.kind == .embed }
  /// Where it comes from; nil of a text.
  public var lead: Lead? { try? Lead(wire) }
  /// Where a tap on one of its rows leads.
  public var row: RowLead? { wire.record("row") }
  /// Why this client cannot open it, as a problem; nil where it can.
  public var unavailable: Problem? { wire.record("unavailable") }

  /// Reads `id` and `module`.
  public init(_ members: Members) throws(Unreadable) {
    id = try members.text("id", of: "module")
    kind = Kind(rawValue: try members.text("module", of: "module"))
    wire = members
  }
}
