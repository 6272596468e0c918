/// A button: a tap posts the values to its action. An operation may have several, each with its own.
package final class ButtonKind: ActingKind {
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
  package let action: Action?
  /// Where `navigate` leads.
  package let href: String?

  /// Reads `action`, which is required, and `href`, which `navigate` needs.
  package init(_ properties: inout Properties) {
    let word = properties.word("action", of: Action.allCases.map(\.rawValue), required: true)
    action = word.flatMap(Action.init)
    href = properties.href("href")
    if action == .navigate, href == nil, properties.node("href") == nil {
      properties.error("`href` is missing: where `navigate` leads", at: properties.location)
    } else if let action, action != .navigate, let node = properties.node("href") {
      properties.error(
        "`href` stands beside `action: \(action.rawValue)`, which leads where the server says", at: node.location)
    }
  }
}
