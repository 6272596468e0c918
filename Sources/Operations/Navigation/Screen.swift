package import Atoms
package import Essentials

/// A screen composed of modules: checked when it was loaded.
package struct Screen: Sendable {
  /// How its modules lie.
  package enum Container: String, Sendable, CaseIterable {
    /// One under another.
    case column
    /// One at a time, each behind its tab.
    case tabs
  }

  /// The id.
  package let id: String
  /// What the person reads above it.
  package let title: LocalizedText
  /// How its modules lie.
  package let container: Container
  /// How it is shown where nothing else is said.
  package let transition: Transition
  /// Whether it is shown to nobody in particular too.
  package let isPublic: Bool
  /// What goes in.
  package let inputs: [Port]
  /// What comes out.
  package let outputs: [Port]
  /// Its parts in their order.
  package let modules: [Module]
  /// The captions and conditions of the modules, by their ids, over the inputs: an operation that only shows.
  package let captions: Operation
}

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
