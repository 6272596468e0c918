import Conditions
import JSON

/// A regular expression that the whole of a text must match, as MATCHES does.
final class TextPattern: Sendable {
  /// The expression as written.
  let text: String
  private let condition: Condition

  /// Reads `pattern`; nil where there is none or it is no regular expression.
  init?(_ properties: inout Properties) {
    guard let text = properties.string("pattern"), let node = properties.node("pattern") else { return nil }
    let quoted = text.unicodeScalars.reduce(into: "") { $0 += $1 == "\\" || $1 == "'" ? "\\\($1)" : String($1) }
    let scope = Scope(variables: ["text": Binding(slot: .outer(0), type: .text)])
    do {
      (self.text, condition) = (text, try Condition("$text MATCHES '\(quoted)'", in: scope))
    } catch {
      properties.error("`pattern`: \(error.first?.message ?? "no regular expression")", at: node.location)
      return nil
    }
  }

  /// Whether the whole text matches; what takes more steps than it may does not.
  func fits(_ typed: String) -> Bool { (try? condition.holds(in: Input(values: [.string(typed)]))) ?? false }
}
