/// The state of a row's record, such as a blocked card, drawn as a badge.
///
///     if let badge = row.badge { mark(badge.text, isAlarming: badge.tone == .danger) }
public struct Badge: WireModel {
  /// The tone of a badge. A newer server may send others. Draw them as neutral.
  public struct Tone: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a tone with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Neither good nor bad.
    public static let neutral = Tone(rawValue: "neutral")
    /// Success or completion.
    public static let success = Tone(rawValue: "success")
    /// Attention or an action is needed.
    public static let warning = Tone(rawValue: "warning")
    /// A failure or a blocked state.
    public static let danger = Tone(rawValue: "danger")
  }

  /// The text.
  public let text: String
  /// All members, including unknown ones.
  public let wire: Members

  /// The state for programs, such as `blocked`.
  public var state: String? { wire["state"]?.string }
  /// The tone; neutral by default.
  public var tone: Tone { Tone(rawValue: wire["tone"]?.string ?? Tone.neutral.rawValue) }

  /// Reads a badge. Throws ``Unreadable`` if `text` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    text = try members.text("text", of: "badge")
    wire = members
  }
}

/// The heading of rows in a list, such as their day.
///
///     if row.group?.value != last?.group?.value { addHeading(row.group?.text) }
public struct RowGroup: WireModel {
  /// The value that rows under one heading share.
  public let value: String
  /// All members, including unknown ones.
  public let wire: Members

  /// The text of the heading; the value if the server sends none.
  public var text: String { wire["text"]?.string ?? value }

  /// Reads a heading. Throws ``Unreadable`` if `value` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    value = try members.text("value", of: "group")
    wire = members
  }
}
