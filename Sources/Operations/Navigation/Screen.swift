package import Atoms

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
