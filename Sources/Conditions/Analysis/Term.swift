/// A value that a condition names: a slot, or a key path that begins at one or at a field of the option.
public struct Term: Hashable, Sendable {
  /// The slot; nil for a field of the option that is SELF.
  public let slot: Slot?
  /// The whole path as it is written.
  public let path: String
  /// Whether it is the slot's own value and no part of it.
  public let isWhole: Bool
}
