package import Atoms
package import Texts

/// A valid screen, composed of modules.
package struct Screen: Sendable {
  /// The layout of the modules.
  package enum Container: String, Sendable, CaseIterable {
    case column
    case tabs
  }

  package let id: String
  /// The title for the person.
  package let title: LocalizedText
  package let container: Container
  /// The default transition.
  package let transition: Transition
  /// The icon; nil without one.
  package let icon: Icon?
  /// True if unauthenticated clients can see it.
  package let isPublic: Bool
  package let inputs: [Port]
  package let outputs: [Port]
  /// The modules in order.
  package let modules: [Module]
  /// An operation whose atoms are the captions and conditions of the modules, by module id. They
  /// read the screen's inputs. The person enters nothing.
  package let captions: Operation
}

extension Screen {
  /// Returns true if a module, a caption or a condition reads the input.
  func reads(_ input: String) -> Bool {
    modules.contains { $0.reads(input) }
      || captions.dependencies.contains { $0.source == .atom(input) }
  }

  /// Returns true if a module that is always shown reads the input. A declared list does not count,
  /// because it may have no rows.
  func always(shows input: String) -> Bool {
    let readers = captions.dependencies.filter { $0.source == .atom(input) }.map(\.reader)
    return modules.contains { module in
      guard let place = captions.place(of: module.id), captions.atoms[place].isAlwaysShown else { return false }
      if case .list(let source) = module.target.kind, source.declared != nil { return false }
      return readers.contains(.atom(module.id)) || module.target.wiring.reads.contains(input)
    }
  }
}

/// A target with its inputs and its transition.
package struct Target: Sendable {
  package enum Kind: Sendable {
    /// An operation, by its id.
    case operation(String)
    /// A list of rows.
    case list(ListSource)
    /// A text.
    case text
    /// Another screen, by its id.
    case screen(String)
    /// A flow, by its id, which shows its current step.
    case flow(String)
    /// The status of a submission.
    case result
    /// A draft, or a flow that the person has begun.
    case draft
    /// A form with stored values.
    case prefill(Stored)
    /// A form with the values of a code that the client scans.
    case scan

    /// The keyword in files and in JSON.
    package var word: String {
      switch self {
      case .operation: "operation"
      case .list: "list"
      case .text: "text"
      case .screen: "screen"
      case .flow: "flow"
      case .result: "result"
      case .draft: "draft"
      case .prefill: "prefill"
      case .scan: "scan"
      }
    }
  }

  /// A stored object with the initial values of a form, by its name in the request.
  package enum Stored: String, Sendable, CaseIterable {
    case template
    /// A submission, which is repeated.
    case submission
  }

  /// The name of a scanned code in the request for a form.
  package static let code = "qr"

  package let kind: Kind
  package let wiring: Wiring
  package let transition: Transition
}

extension Target: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .operation(let id), .screen(let id), .flow(let id): "\(kind.word) \(id)"
    case .list(let source): "\(kind.word) \(source.name)"
    case .text: kind.word
    case .result: "\(kind.word) \(Signature.submission)"
    case .draft: "\(kind.word) \(kind.word)"
    case .prefill(let stored): "\(kind.word) \(stored)"
    case .scan: "\(kind.word) \(Self.code)"
    }
  }
}
