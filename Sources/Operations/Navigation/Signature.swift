import Atoms
import Conditions

/// What goes into a module and what comes out of it.
package struct Signature: Sendable {
  /// What goes in.
  package let inputs: [Port]
  /// What comes out.
  package let outputs: [Port]

  /// A signature of these ports.
  init(inputs: [Port], outputs: [Port] = []) { (self.inputs, self.outputs) = (inputs, outputs) }

  /// The signature of an operation: its inputs may be prefilled; what was entered comes out, and the submission's id.
  init(of operation: Operation) {
    let atoms = operation.atoms.filter { atom in
      guard let input = atom.input else { return false }
      return operation.place(of: atom.id) != nil && !input.isSecret && !(input is RepeatKind)
    }
    inputs = atoms.filter { !$0.isComputed }.map { Port($0.id, $0.input?.type ?? .any, input: $0.input) }
    outputs =
      atoms.map { Port($0.id, $0.input?.type ?? .any) }
      + (operation.effect == nil || operation.place(of: Self.submission) != nil ? [] : [Port(Self.submission, .text)])
  }

  /// The name of the output that is the submission's id.
  package static let submission = "submission"
}
