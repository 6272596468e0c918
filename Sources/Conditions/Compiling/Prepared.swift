import JSON

/// The constant right side of a comparison, prepared once by the compiler.
///
/// Each case is one reference, which is cheap to copy.
enum Prepared: Sendable {
  /// A text, folded by the comparison's options.
  case folded(FoldedPattern)
  /// A pattern of `LIKE`.
  case wildcard(Wildcard)
  /// A pattern of `MATCHES`.
  case regex(Regex)
  /// The error of an invalid `MATCHES` pattern, which each evaluation throws.
  case failure(EvaluationError)
  /// The elements of a list, for `IN` without options.
  case members(ElementIndex)

  /// Prepares the constant for the comparison; nil if nothing is worth preparing.
  init?(_ comparison: Comparison, _ constant: Value) {
    switch (comparison.relation, constant) {
    case (.like, .string(let pattern)): self = .wildcard(Wildcard(pattern, comparison.options))
    case (.matches, .string(let pattern)):
      do throws(EvaluationError) {
        self = .regex(try Regex(pattern, comparison.options))
      } catch {
        self = .failure(error)
      }
    case (.beginsWith, .string(let text)), (.endsWith, .string(let text)), (.contains, .string(let text)):
      guard !comparison.options.isEmpty else { return nil }
      self = .folded(FoldedPattern(text, comparison.options))
    case (.equal, .string(let text)), (.notEqual, .string(let text)):
      guard !comparison.options.isEmpty else { return nil }
      self = .folded(FoldedPattern(text, comparison.options))
    case (.within, .array(let elements)):
      guard comparison.options.isEmpty, let members = ElementIndex(elements) else { return nil }
      self = .members(members)
    default: return nil
    }
  }

  /// Returns true if the relation holds with this text on the left side.
  ///
  /// Throws `EvaluationError` when
  /// - the pattern is invalid,
  /// - the match exceeds its budget of steps,
  /// - the steps of the request are spent.
  func holds(_ relation: Relation, _ text: String) throws(EvaluationError) -> Bool {
    switch self {
    case .folded(let pattern):
      switch relation {
      case .equal: return pattern.equals(text)
      case .notEqual: return !pattern.equals(text)
      case .beginsWith: return pattern.begins(text)
      case .endsWith: return pattern.ends(text)
      default: return pattern.isContained(in: text)
      }
    case .wildcard(let wildcard): return try wildcard.matches(text)
    case .regex(let regex): return try regex.matches(text)
    case .failure(let error): throw error
    case .members(let members): return members.contains(text)
    }
  }
}

/// The elements of a list of texts and whole numbers, looked up by hash.
final class ElementIndex: Sendable {
  /// The texts in pure ASCII, if there are more than 16.
  ///
  /// Swift's equality ignores how letters are composed; for ASCII it is exact once the UTF-8 lengths are equal.
  private let plain: Set<String>
  /// The other texts, found by linear search.
  ///
  /// At most 16 texts in pure ASCII are here too, because a linear search of so few is quicker than hashing.
  private let others: [String]
  private let numbers: Set<Int64>

  /// Takes the elements; nil if one is neither text nor a whole number.
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

  /// Returns true if an element is exactly that text.
  func contains(_ text: String) -> Bool {
    if !plain.isEmpty, let place = plain.firstIndex(of: text), plain[place].utf8.count == text.utf8.count {
      return true
    }
    return others.contains { Equality.texts($0, text, []) }
  }

  /// Returns true if an element equals the value.
  func contains(_ value: Value) -> Bool {
    if case .string(let text) = value { return contains(text) }
    return Number(value)?.whole.map(numbers.contains) ?? false
  }
}
