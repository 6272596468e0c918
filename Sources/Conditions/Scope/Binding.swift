public import JSON

/// What a name stands for: where its value is found, of what type it is, and which values it can have.
public struct Binding: Sendable {
  /// Where the value stands.
  public let slot: Slot
  /// What is known of the value.
  public let type: ValueType
  /// The values that the atom offers; nil where it takes any.
  public let options: [Value]?

  /// A name's value in that slot.
  public init(slot: Slot, type: ValueType, options: [Value]? = nil) {
    self.slot = slot
    self.type = type
    self.options = options
  }
}
