import Atoms

/// Something that can be shown, what goes into it, and how it is shown.
package struct Target: Sendable {
  /// What is shown.
  package enum Kind: Sendable {
    /// An operation, by its id.
    case operation(String)
    /// A list of rows.
    case list(ListSource)
    /// An inscription.
    case text
    /// Another screen, by its id.
    case screen(String)
    /// A flow, by its id: what is shown is its step.
    case flow(String)
    /// What became of a submission.
    case result

    /// The word in files and on the wire.
    package var word: String {
      switch self {
      case .operation: "operation"
      case .list: "list"
      case .text: "text"
      case .screen: "screen"
      case .flow: "flow"
      case .result: "result"
      }
    }
  }

  /// What is shown.
  package let kind: Kind
  /// What goes in.
  package let wiring: Wiring
  /// How it is shown.
  package let transition: Transition

  /// The method that asks for it.
  package var method: String { if case .flow = kind { "POST" } else { "GET" } }

  /// Where it is, with what goes in; nil for a text, which stands where it is.
  package func href(from given: [String: String]) -> String? {
    href(with: wiring.values(from: given).map { ($0.name, percentEncoded($0.value)) })
  }

  /// The same for a row: a template of level 1 (RFC 6570) over the row's members.
  package var template: String? { href(with: wiring.templates) }

  private func href(with values: [(name: String, value: String)]) -> String? {
    switch kind {
    case .operation(let id): Self.joined("/operations/\(id)", values)
    case .screen(let id): Self.joined("/screens/\(id)", values)
    case .flow(let id): Self.joined("/flows/\(id)", values)
    case .list(let source): Self.joined(source.path, values)
    case .result: Self.joined("/submissions/{submission}/result", values)
    case .text: nil
    }
  }

  private static func joined(_ path: String, _ values: [(name: String, value: String)]) -> String {
    var (path, query) = (path, [String]())
    for (name, value) in values {
      if path.contains("{\(name)}") {
        path = path.replacing("{\(name)}", with: value)
      } else {
        query.append("\(name)=\(value)")
      }
    }
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
  }
}

extension Target: CustomStringConvertible {
  /// `operation pp.quick`.
  package var description: String {
    switch kind {
    case .operation(let id), .screen(let id), .flow(let id): "\(kind.word) \(id)"
    case .list(let source): "\(kind.word) \(source.name)"
    case .text: kind.word
    case .result: "\(kind.word) \(Signature.submission)"
    }
  }
}
