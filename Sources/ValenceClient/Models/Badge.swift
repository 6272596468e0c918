/// The state of a row's thing, such as a blocked card, drawn as a mark.
///
///     if let badge = row.badge { mark(badge.text, isAlarming: badge.tone == .danger) }
public struct Badge: WireModel {
  /// The weight of a state. A newer server may send others: draw them as neutral.
  public struct Tone: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates a tone of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Neither good nor bad.
    public static let neutral = Tone(rawValue: "neutral")
    /// Good, or done.
    public static let success = Tone(rawValue: "success")
    /// Something is to be done, or to be known.
    public static let warning = Tone(rawValue: "warning")
    /// It failed, or does not work.
    public static let danger = Tone(rawValue: "danger")
  }

  /// The text.
  public let text: String
  /// All members, as they came.
  public let wire: Members

  /// The word for programs, such as `blocked`.
  public var state: String? { wire["state"]?.string }
  /// The weight.
  public var tone: Tone { Tone(rawValue: wire["tone"]?.string ?? Tone.neutral.rawValue) }

  /// Reads a state. Throws ``Unreadable`` without `text`.
  public init(_ members: Members) throws(Unreadable) {
    text = try members.text("text", of: "badge")
    wire = members
  }
}

/// The heading that rows of a list stand under, such as their day.
///
///     if row.group?.value != last?.group?.value { addHeading(row.group?.text) }
public struct RowGroup: WireModel {
  /// The value that rows under one heading share.
  public let value: String
  /// All members, as they came.
  public let wire: Members

  /// The heading.
  public var text: String { wire["text"]?.string ?? value }

  /// Reads a heading. Throws ``Unreadable`` without `value`.
  public init(_ members: Members) throws(Unreadable) {
    value = try members.text("value", of: "group")
    wire = members
  }
}
