import SourceText
import Texts
import JSON

/// A link in the text. It opens a reference or runs the action of a button.
final class LinkKind: ActingKind {
  static let name = "link"
  /// The action of a tap; nil if the client opens the reference.
  let action: ButtonKind.Action?
  /// Nil: the server supplies the target of an action, and a link without an action has a
  /// `reference`.
  var href: String? { nil }
  private let reference: String?
  private let guidance: Guidance
  /// The reference if it is on this server and the link has no action; otherwise nil.
  var local: LocalReference? { action == nil ? reference.flatMap(LocalReference.init) : nil }

  /// True if clients open the reference outside of the bank.
  var leadsOutside: Bool { ["https:", "mailto:", "tel:"].contains { reference?.hasPrefix($0) == true } }

  /// Reads `href` or `action`, of which exactly one is required, `hint` and `help`.
  init(_ properties: inout Properties) {
    guidance = Guidance(&properties)
    let actions = ButtonKind.Action.allCases.filter { $0 != .navigate }
    action = properties.word("action", of: actions.map(\.rawValue)).flatMap(ButtonKind.Action.init)
    reference = properties.href("href")
    switch (properties.node("href"), properties.node("action")) {
    case (nil, nil): properties.isMissing("href", "`href` or `action` is missing: a tap would do nothing")
    case (let node?, .some):
      properties.error(.conflict, "`href` conflicts with `action`", remedy: ": use only one of them", at: node.location)
    default: break
    }
  }

  func write(to writer: inout Writer, in language: Language) {
    if let reference { writer.member("href", reference) }
    guidance.write(to: &writer, in: language)
  }
}
