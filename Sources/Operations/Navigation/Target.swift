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
