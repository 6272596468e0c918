import Atoms
import JSON

/// A merge patch (RFC 7396) of a flat record: what it names changes, null brings back what was there at first, and what
/// nobody asks for is refused.
struct MergePatch {
  private let members: Object
  private var asked: [String] = []
  private var violations: [Violation] = []

  /// A patch with these members.
  init(_ members: Object) { self.members = members }

  /// What the patch says of a name; nil where it says nothing.
  private mutating func member(_ name: String) -> Value? {
    asked.append(name)
    return members[name]
  }

  /// A text, nil in it where it is to go; nil where nothing is to change.
  mutating func text(_ name: String) -> String?? {
    switch member(name) {
    case nil: return nil
    case .null: return .some(nil)
    case .string(let text): return .some(normalized(text))
    default:
      violations.append(Violation("type").at(name))
      return nil
    }
  }

  /// A text that there must be; nil where nothing is to change.
  mutating func requiredText(_ name: String) -> String? {
    guard let text = text(name) else { return nil }
    if let text, !text.isEmpty { return text }
    violations.append(Violation("required").at(name))
    return nil
  }

  /// Throws what is wrong with the patch, what nobody asked for included.
  mutating func refuseTheRest() throws(Problem) {
    violations += members.names.filter { !asked.contains($0) }.map { Violation("unknown").at($0) }
    guard violations.isEmpty else { throw Problem(.invalidValues).violations(violations) }
  }
}
