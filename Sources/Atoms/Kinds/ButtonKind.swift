import SourceText
package import Texts
package import JSON

/// A button that runs an action. An operation can have several buttons with different actions.
package final class ButtonKind: ActingKind {
  /// The action of a tap. The target is in the tree.
  package enum Action: String, Sendable, CaseIterable {
    case submit
    /// Moves to the next step of a flow.
    case next
    /// Returns to the previous step of a flow.
    case back
    /// Leaves the operation.
    case cancel
    /// Opens a route.
    case navigate
  }

  package static let name = "button"
  /// The words for the emphasis of a button (`tone`).
  static let tones = ["primary", "quiet", "danger"]
  package let action: Action?
  /// The target of `navigate`.
  package let href: String?
  /// True if the target has values in braces.
  var isFilled: Bool { href?.contains("{") == true }
  private let guidance: Guidance
  private let tone: String?

  /// Reads `action` (required), `href`, `hint`, `help` and `tone`. `href` is required for
  /// `navigate` and an error for other actions.
  package init(_ properties: inout Properties) {
    guidance = Guidance(&properties)
    tone = properties.word("tone", of: Self.tones)
    let word = properties.word("action", of: Action.allCases.map(\.rawValue), required: true)
    action = word.flatMap(Action.init)
    href = properties.href("href", isFilled: true)
    if action == .navigate, href == nil, properties.node("href") == nil {
      properties.isMissing("href", "`href`, the target of `navigate`, is missing")
    } else if let action, action != .navigate, let node = properties.node("href") {
      properties.error(
        .conflict, "`href` conflicts with `action: \(action.rawValue)`: the server sets its target", at: node.location)
    }
  }

  package func write(to writer: inout Writer, in language: Language) {
    guidance.write(to: &writer, in: language)
    if let tone { writer.member("tone", tone) }
  }
}
