import JSON

/// The constant right side of a comparison, prepared once by the compiler.
enum Prepared: Sendable {
  /// A text, folded by the comparison's options.
  case folded(FoldedPattern)
  case wildcard(Wildcard)
  case regex(Regex)
  /// The error for an invalid `MATCHES` pattern, which each evaluation throws.
  case failure(EvaluationError)
  /// The elements of a list, for `IN` without options.
  case members(ElementIndex)

  /// Prepares the constant for the comparison; nil if the comparison has no prepared form.
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
  /// Throws `EvaluationError` if
  /// - the pattern is invalid,
  /// - the match exceeds its step limit,
  /// - the request's step budget is spent.
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

/// The elements of a list of texts and whole numbers, found by hash.
final class ElementIndex: Sendable {
  /// The ASCII texts, if there are more than 16.
  ///
  /// Swift's string equality ignores how letters are composed, so equal UTF-8 lengths are also
  /// checked.
  private let plain: Set<String>
  /// The other texts, found by linear search; at most 16 ASCII texts are also here.
  private let others: [String]
  private let numbers: Set<Int64>

  /// Creates an index of the elements; nil if an element is neither text nor a whole number.
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

  func contains(_ text: String) -> Bool {
    if !plain.isEmpty, let place = plain.firstIndex(of: text), plain[place].utf8.count == text.utf8.count {
      return true
    }
    return others.contains { Equality.texts($0, text, []) }
  }

  func contains(_ value: Value) -> Bool {
    if case .string(let text) = value { return contains(text) }
    return Number(value)?.whole.map(numbers.contains) ?? false
  }
}
