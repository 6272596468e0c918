import JSON

/// The right side of a comparison, made ready once where it is constant.
enum Prepared: Sendable {
  /// A text folded as the options say.
  case folded([UInt32])
  /// A pattern of LIKE.
  case wildcard(Wildcard)
  /// A pattern of MATCHES.
  case regex(Regex)
  /// A pattern of MATCHES that is none.
  case failure(EvaluationError)
  /// The elements of a long list, for IN without options.
  case members(Members)

  /// What is worth preparing of a constant for that comparison; nil for nothing.
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
      self = .folded(Folding.scalars(text, comparison.options))
    case (.within, .array(let elements)):
      guard comparison.options.isEmpty, elements.count > 16, let members = Members(elements) else { return nil }
      self = .members(members)
    default: return nil
    }
  }
}

/// The elements of a list of texts and whole numbers, for look-up by hashing.
struct Members: Sendable {
  private var texts: Set<[UInt8]> = []
  private var numbers: Set<Int64> = []

  /// These elements; nil where one is neither text nor a whole number.
  init?(_ elements: [Value]) {
    for element in elements {
      switch element {
      case .string(let text): texts.insert(Array(text.utf8))
      case .integer(let number): numbers.insert(number)
      default: return nil
      }
    }
  }

  /// Whether an element equals the value.
  func contains(_ value: Value) -> Bool {
    if case .string(let text) = value { return texts.contains(Array(text.utf8)) }
    return Number(value)?.whole.map(numbers.contains) ?? false
  }
}
