/// A displayed value: its role, a value for programs and a text for people.
///
///     switch shown.role {
///     case .amount: drawLarge(shown.text)
///     default: draw(shown.text)  // includes roles of newer servers
///     }
public struct Shown: WireModel {
  /// The meaning of a value. A newer server may send others. Draw their text.
  public struct Role: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a role with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An amount of money in ``Shown/currency``.
    public static let amount = Role(rawValue: "amount")
    /// A number.
    public static let number = Role(rawValue: "number")
    /// A day, such as `2026-11-22`.
    public static let date = Role(rawValue: "date")
    /// A point in time, or a local time of the bank.
    public static let dateTime = Role(rawValue: "dateTime")
    /// An account number of 20 digits. The text has them in groups.
    public static let account = Role(rawValue: "account")
    /// The masked number of a card.
    public static let card = Role(rawValue: "card")
    /// The name of a person or company.
    public static let person = Role(rawValue: "person")
    /// The name of a state, such as `executed`.
    public static let status = Role(rawValue: "status")
    /// Any other text, such as the caption of a chosen option.
    public static let text = Role(rawValue: "text")
  }

  /// The meaning of the value.
  public var role: Role { Role(rawValue: wire["role"]?.string ?? "text") }
  /// The value for programs: plain digits such as `-1234.50`, a day, or the value of a chosen
  /// option. The text if the server sends none.
  public var value: String { wire["value"]?.string ?? text }
  /// The value in the language of the response. For an amount, VoiceOver may read ``value``
  /// instead.
  public let text: String
  /// The currency of an amount (ISO 4217 code).
  public var currency: String? { wire["currency"]?.string }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a shown value. Throws ``Unreadable`` if `text` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    text = try members.text("text", of: "shown value")
    wire = members
  }
}

/// A displayed value with its label.
///
///     let texts = atom.pair.map { [$0.label, $0.shown.text] } ?? [atom.caption ?? ""]
public struct Pair: WireModel {
  /// The label.
  public let label: String
  /// The enclosing captions, such as the caption of an item; nil if absent. Pairs of a
  /// group are consecutive. Draw the group as a heading above them. A pair with another group or
  /// without one ends the group.
  public var group: String? { wire["group"]?.string }
  /// The value.
  public let shown: Shown
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a pair. Throws ``Unreadable`` if `label` or `text` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    label = try members.text("label", of: "pair")
    shown = try Shown(members)
    wire = members
  }
}
