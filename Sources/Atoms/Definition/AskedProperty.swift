/// A property as a loader asks for it: what it takes, told by how it was read.
package struct AskedProperty: Sendable, Equatable {
  /// What a property takes.
  package enum Shape: Sendable, Equatable {
    /// What its loader reads by itself, such as a condition.
    case own
    /// A text without translation.
    case string
    /// A text, plain or by language.
    case text
    /// `true` or `false`.
    case flag
    /// A whole number of that range.
    case integer(ClosedRange<Int>)
    /// A number.
    case number
    /// One of these words.
    case word([String])
  }

  /// What it takes.
  package let shape: Shape
  /// Whether its loader refuses a line without it.
  package let isRequired: Bool
}
