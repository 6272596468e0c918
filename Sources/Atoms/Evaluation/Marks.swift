/// What an evaluation notes of a slot beside its value.
struct Marks: OptionSet, Sendable {
  let rawValue: UInt8

  /// The atom is not drawn.
  static let hidden = Marks(rawValue: 1)
  /// Its `enableIf` does not hold.
  static let disabled = Marks(rawValue: 2)
  /// What was posted for the atom is of another type.
  static let unreadable = Marks(rawValue: 4)
  /// The client is still typing it: it is not rewritten.
  static let typed = Marks(rawValue: 8)
  /// The fact was asked for, or the look-up has found something.
  static let known = Marks(rawValue: 16)
  /// The look-up has nothing for the key, or the key is wrong.
  static let empty = Marks(rawValue: 32)
  /// The look-up could not be made.
  static let failed = Marks(rawValue: 64)
  /// The atom's kind has judged the value, and found it right.
  static let sound = Marks(rawValue: 128)
}
