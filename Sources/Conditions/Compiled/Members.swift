import JSON

/// The elements of a list of texts and whole numbers, for look-up by hashing.
final class Members: Sendable {
  /// The texts of ASCII alone: for them Swift's equality, which overlooks how letters are composed, is exact once the
  /// lengths are equal.
  private let plain: Set<String>
  /// Texts with other letters; and all texts where they are so few that a walk is quicker than hashing.
  private let others: [String]
  private let numbers: Set<Int64>

  /// These elements; nil where one is neither text nor a whole number.
  init?(_ elements: [Value]) {
    var (plain, others, numbers): (Set<String>, [String], Set<Int64>) = ([], [], [])
    for element in elements {
      switch element {
      case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }: plain.insert(text)
      case .string(let text): others.append(text)
      case .integer(let number): numbers.insert(number)
      default: return nil
      }
    }
    if plain.count <= 16 { (plain, others) = ([], others + plain.sorted()) }
    (self.plain, self.others, self.numbers) = (plain, others, numbers)
  }

  /// Whether an element is exactly that text.
  func contains(_ text: String) -> Bool {
    if !plain.isEmpty, let place = plain.firstIndex(of: text), plain[place].utf8.count == text.utf8.count {
      return true
    }
    return others.contains { Equality.texts($0, text, []) }
  }

  /// Whether an element equals the value.
  func contains(_ value: Value) -> Bool {
    if case .string(let text) = value { return contains(text) }
    return Number(value)?.whole.map(numbers.contains) ?? false
  }
}
