import Atoms

/// One part of a screen, independent of the others: what it is, what goes in, and where it leads.
package struct Module: Sendable {
  /// Its name on the screen.
  package let id: String
  /// What it is, what goes in, and how it is shown.
  package let target: Target
  /// What comes out.
  package let outputs: [Port]
  /// Whether it says itself what it is called.
  package let hasCaption: Bool
  /// How large a text is; nil for other modules.
  package let fontSize: String?
  /// What a tap on one of its rows opens; nil where that opens nothing.
  package let open: Target?
  /// Which of its outputs are the screen's; empty where none are.
  package let gives: Wiring
  /// Whether a list without rows is not drawn at all.
  package let hidesEmpty: Bool
}
