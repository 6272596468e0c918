import SourceText
package import Texts
package import JSON

/// A button: a tap posts the values to its action. An operation may have several, each with its own action.
package final class ButtonKind: ActingKind {
  /// The action of a tap; the tree says where it leads.
  package enum Action: String, Sendable, CaseIterable {
    /// Posts the values.
    case submit
    /// Goes on in a flow.
    case next
    /// Goes back in a flow.
    case back
    /// Leaves the operation.
    case cancel
    /// Opens a route.
    case navigate
  }

  /// `button`.
  package static let name = "button"
  /// The action of a tap.
  package let action: Action?
  /// The target of `navigate`.
  package let href: String?
  private let guidance: Guidance
  private let tone: String?

  /// Reads `action`, which is required, and `href`, which `navigate` requires and other actions refuse; `hint`, `help`
  /// and `tone`.
  package init(_ properties: inout Properties) {
    guidance = Guidance(&properties)
    tone = properties.word("tone", of: ["primary", "quiet", "danger"])
    let word = properties.word("action", of: Action.allCases.map(\.rawValue), required: true)
    action = word.flatMap(Action.init)
    href = properties.href("href")
    if action == .navigate, href == nil, properties.node("href") == nil {
      properties.isMissing("href", "`href`, the target of `navigate`, is missing")
    } else if let action, action != .navigate, let node = properties.node("href") {
      properties.error(
        "`href` conflicts with `action: \(action.rawValue)`, which leads where the server says", at: node.location)
    }
  }

  /// Writes the guidance and the tone.
  package func write(to writer: inout Writer, in language: Language) {
    guidance.write(to: &writer, in: language)
    if let tone { writer.member("tone", tone) }
  }
}
