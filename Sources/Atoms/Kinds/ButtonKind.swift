/// A button: a tap posts the values to its action.
package final class ButtonKind: AtomKind {
  /// What a tap does; the tree says where it leads.
  package enum Action: String, Sendable, CaseIterable {
    /// Posts the values.
    case submit
    /// Goes on in a flow.
    case next
    /// Goes back in a flow.
    case back
    /// Leaves.
    case cancel
    /// Opens a route.
    case navigate
  }

  /// `button`.
  package static let name = "button"
  /// What a tap does.
  package let action: Action

  /// Reads `action`, which is required.
  package init(_ properties: inout Properties) {
    let word = properties.word("action", of: Action.allCases.map(\.rawValue), required: true)
    action = word.flatMap(Action.init) ?? .submit
  }
}
