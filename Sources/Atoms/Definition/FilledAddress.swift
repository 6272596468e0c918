import Conditions
import JSON
import Texts

/// The target of a button with values in its query: `valence://payments/quick?bic={$bic}`.
///
/// Values are percent-encoded, so that they can add neither a parameter nor a part of the path. A
/// parameter without a value is left out.
struct FilledAddress: Sendable {
  enum Part: Sendable {
    case text(String)
    case value(ConditionExpression)
  }

  /// The address before the query.
  let head: String
  /// The parameters, each with its name and the sign `=`.
  let parameters: [[Part]]

  var expressions: [ConditionExpression] {
    parameters.joined().compactMap { if case .value(let expression) = $0 { expression } else { nil } }
  }

  var reads: [Int] { expressions.flatMap(\.reads.outer) }
}

extension Evaluation {
  /// Returns the address with the current values.
  mutating func text(of address: FilledAddress, for atom: Atom) -> String {
    // An unknown value in an address does not lock the atom.
    let outer = doubt
    defer { doubt = outer }
    var parameters: [String] = []
    for parts in address.parameters {
      var (text, isComplete) = ("", true)
      for part in parts {
        switch part {
        case .text(let literal): text += literal
        case .value(let expression):
          let value = value(of: expression, for: atom, "href").exact
          if value.isNull { isComplete = false } else { text += percentEncoded(value.plainText) }
        }
      }
      if isComplete { parameters.append(text) }
    }
    return parameters.isEmpty ? address.head : address.head + "?" + parameters.joined(separator: "&")
  }

  /// Writes the action of a button whose target depends on values.
  mutating func writeAction(to address: FilledAddress, of atom: Atom, to writer: inout Writer) {
    let text = text(of: address, for: atom)
    let encoded: String? = if case .deepLink(let link)? = LocalReference(text) { link } else { nil }
    let path = encoded.flatMap { link in routes.map { $0 + link } }
    writer.action(.navigate, Links.Action("GET", path ?? text))
  }
}
