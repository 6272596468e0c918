import JSON

/// The right side of a comparison, made ready once where it is constant. Each form is one reference, which is cheap to take.
enum Prepared: Sendable {
  /// A text folded as the options say.
  case folded(FoldedPattern)
  /// A pattern of LIKE.
  case wildcard(Wildcard)
  /// A pattern of MATCHES.
  case regex(Regex)
  /// A pattern of MATCHES that is none.
  case failure(EvaluationError)
  /// The elements of a list, for IN without options.
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
      self = .folded(FoldedPattern(text, comparison.options))
    case (.equal, .string(let text)), (.notEqual, .string(let text)):
      guard !comparison.options.isEmpty else { return nil }
      self = .folded(FoldedPattern(text, comparison.options))
    case (.within, .array(let elements)):
      guard comparison.options.isEmpty, let members = Members(elements) else { return nil }
      self = .members(members)
    default: return nil
    }
  }

  /// Whether the text stands in the relation to what is prepared.
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
