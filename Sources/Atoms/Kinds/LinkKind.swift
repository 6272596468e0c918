import SourceText
import Texts
import JSON

/// A reference in the text: it leads somewhere, or does what a button does.
final class LinkKind: ActingKind {
  /// `link`.
  static let name = "link"
  /// The action of a tap; nil if the client follows the reference.
  let action: ButtonKind.Action?
  /// Nil: the server says where an action leads, and the client follows a link without one by its `reference`.
  var href: String? { nil }
  private let reference: String?
  private let guidance: Guidance
  /// The path at which clients ask this server for the reference's target; nil if that is elsewhere.
  var local: LocalReference? { action == nil ? reference.flatMap(LocalReference.init) : nil }

  /// True if clients open the reference outside of the bank.
  var leadsOutside: Bool { ["https:", "mailto:", "tel:"].contains { reference?.hasPrefix($0) == true } }

  /// Reads either `href` or `action`; one is required; `hint` and `help`.
  init(_ properties: inout Properties) {
    guidance = Guidance(&properties)
    let actions = ButtonKind.Action.allCases.filter { $0 != .navigate }
    action = properties.word("action", of: actions.map(\.rawValue)).flatMap(ButtonKind.Action.init)
    reference = properties.href("href")
    switch (properties.node("href"), properties.node("action")) {
    case (nil, nil): properties.isMissing("href", "`href` or `action` is missing: a tap would do nothing")
    case (let node?, .some): properties.error("`href` conflicts with `action`: a tap does one thing", at: node.location)
    default: break
    }
  }

  /// Writes `href` and the guidance.
  func write(to writer: inout Writer, in language: Language) {
    if let reference { writer.member("href", reference) }
    guidance.write(to: &writer, in: language)
  }
}
