package import Atoms
package import Texts

/// A screen composed of modules: checked when it was loaded.
package struct Screen: Sendable {
  /// The layout of its modules.
  package enum Container: String, Sendable, CaseIterable {
    /// In a column.
    case column
    /// Behind tabs.
    case tabs
  }

  /// The id.
  package let id: String
  /// The title for the person.
  package let title: LocalizedText
  /// The layout of its modules.
  package let container: Container
  /// The transition for targets that name none.
  package let transition: Transition
  /// The picture that clients draw; nil without one.
  package let icon: Icon?
  /// True if unauthenticated clients see it too.
  package let isPublic: Bool
  /// The inputs.
  package let inputs: [Port]
  /// The outputs.
  package let outputs: [Port]
  /// Its parts in their order.
  package let modules: [Module]
  /// The captions and conditions of the modules, by their ids, over the inputs: an operation that only shows.
  package let captions: Operation
}

extension Screen {
  /// Returns true if a module, a caption or a condition reads the input.
  func reads(_ input: String) -> Bool {
    modules.contains { $0.target.wiring.reads.contains(input) }
      || captions.dependencies.contains { $0.source == .atom(input) }
  }

  /// Returns true if a module that always stands on the screen shows the input, or works with it.
  func always(shows input: String) -> Bool {
    let readers = captions.dependencies.filter { $0.source == .atom(input) }.map(\.reader)
    return modules.contains { module in
      guard let place = captions.place(of: module.id), captions.atoms[place].isAlwaysShown else { return false }
      return readers.contains(.atom(module.id)) || module.target.wiring.reads.contains(input)
    }
  }
}

/// A target with its inputs and its transition.
package struct Target: Sendable {
  /// The kind of a target.
  package enum Kind: Sendable {
    /// An operation, by its id.
    case operation(String)
    /// A list of rows.
    case list(ListSource)
    /// An inscription.
    case text
    /// Another screen, by its id.
    case screen(String)
    /// A flow, by its id, which shows its present step.
    case flow(String)
    /// The state of a submission.
    case result
    /// A form with the values of what is stored.
    case prefill(Stored)
    /// A form with the values of a code that the client scans.
    case scan

    /// The word in files and on the wire.
    package var word: String {
      switch self {
      case .operation: "operation"
      case .list: "list"
      case .text: "text"
      case .screen: "screen"
      case .flow: "flow"
      case .result: "result"
      case .prefill: "prefill"
      case .scan: "scan"
      }
    }
  }

  /// Something stored that a form begins with, by its name in the request.
  package enum Stored: String, Sendable, CaseIterable {
    /// A template.
    case template
    /// A submission, which is repeated.
    case submission
  }

  /// The name of a scanned code in the request that begins a form with it.
  package static let code = "qr"

  /// The kind.
  package let kind: Kind
  /// The inputs.
  package let wiring: Wiring
  /// The transition.
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
    case .prefill(let stored): "\(kind.word) \(stored)"
    case .scan: "\(kind.word) \(Self.code)"
    }
  }
}
