/// What may be chosen.
public struct Option: WireModel {
  /// The value that is sent, a text or a whole number.
  public let value: WireValue
  /// All members: of an account also `currency`, `balance` (a decimal text) and others.
  public let wire: Members

  /// What is shown of it.
  public var caption: String { wire["caption"]?.string ?? value.string ?? value.integer.map(String.init) ?? "" }
  /// Whether it cannot be chosen now.
  public var isDisabled: Bool { wire["disabled"]?.bool ?? false }

  /// Reads `value`.
  public init(_ members: Members) throws(Unreadable) {
    guard let value = members["value"] else { throw Unreadable(record: "option", member: "value") }
    self.value = value
    wire = members
  }
}
