package import JSON

/// What is asked of an operation: the values a person has entered, and which change the client tells of.
package struct Question: Sendable {
  /// The posted values by atom id: an absent one means the default, null means cleared.
  package var values: Object
  /// The atoms that changed; nil asks for all.
  package var changed: [String]?
  /// Whether editing has ended: then what changed is judged, and look-ups run.
  package var commit: Bool
  /// The values by the places of their atoms, where they are kept so; then `values` is not looked at.
  package var placed: PlacedValues?

  /// A question; without arguments, how the operation looks before anything is entered.
  package init(values: Object = Object(), changed: [String]? = nil, commit: Bool = false) {
    self.values = values
    self.changed = changed
    self.commit = commit
  }
}
