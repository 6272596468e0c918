/// A value that is only shown: what it is, itself for programs, and its text for people.
///
///     switch shown.role {
///     case .amount: drawLarge(shown.text)
///     default: draw(shown.text)  // a role of a newer server, too
///     }
public struct Shown: WireModel {
  /// The meaning of a value. A newer server may send others: draw the text.
  public struct Role: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates the role of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Money in ``Shown/currency``.
    public static let amount = Role(rawValue: "amount")
    /// A number.
    public static let number = Role(rawValue: "number")
    /// A day, `2026-11-22`.
    public static let date = Role(rawValue: "date")
    /// A moment.
    public static let dateTime = Role(rawValue: "dateTime")
    /// The number of an account, 20 digits; the text has them in groups.
    public static let account = Role(rawValue: "account")
    /// The masked number of a card.
    public static let card = Role(rawValue: "card")
    /// The name of a person or company.
    public static let person = Role(rawValue: "person")
    /// A state in a word, such as `executed`.
    public static let status = Role(rawValue: "status")
    /// Any other text, such as the caption of a chosen option.
    public static let text = Role(rawValue: "text")
  }

  /// The meaning of the value.
  public var role: Role { Role(rawValue: wire["role"]?.string ?? "text") }
  /// The value for programs: plain digits such as `-1234.50`, a day, the value of a chosen option.
  public var value: String { wire["value"]?.string ?? text }
  /// The value as the language of the answer writes it. VoiceOver may read ``value`` of an amount instead.
  public let text: String
  /// The currency of an amount (ISO 4217 code).
  public var currency: String? { wire["currency"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads a shown value. Throws ``Unreadable`` without `text`.
  public init(_ members: Members) throws(Unreadable) {
    text = try members.text("text", of: "shown value")
    wire = members
  }
}

/// A shown value with its label.
///
///     if let pair = atom.pair { draw(pair.label, pair.shown.text) } else { draw(atom.caption ?? "") }
public struct Pair: WireModel {
  /// The label.
  public let label: String
  /// The captions around it, such as that of the item that it stands in; nil for none. Pairs of one group follow each
  /// other: head them with it.
  public var group: String? { wire["group"]?.string }
  /// The value.
  public let shown: Shown
  /// All members, as they came.
  public let wire: Members

  /// Reads a pair. Throws ``Unreadable`` without `label` or `text`.
  public init(_ members: Members) throws(Unreadable) {
    label = try members.text("label", of: "pair")
    shown = try Shown(members)
    wire = members
  }
}
