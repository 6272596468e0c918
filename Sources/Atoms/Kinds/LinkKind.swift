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
  var local: LocalReference? {
    action == nil ? document.map(LocalReference.document) ?? reference.flatMap(LocalReference.init) : nil
  }
  /// The SHA-256 digest of the document that the link of a consent opens; nil for other links.
  private let document: String?

  /// True if clients open the reference outside of the bank.
  var leadsOutside: Bool { ["https:", "mailto:", "tel:"].contains { reference?.hasPrefix($0) == true } }

  /// Reads `href` or `action`, of which exactly one is required, `hint` and `help`.
  init(_ properties: inout Properties) {
    guidance = Guidance(&properties)
    document = nil
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

  /// Creates the link to the document of a consent, without texts of its own.
  init(to source: ConsentKind.Source?) {
    var none = Properties([], at: Location(file: SourceFile(name: "", text: ""), line: 1, column: 1))
    (action, guidance) = (nil, Guidance(&none))
    switch source {
    case .file(let file): (reference, document) = (nil, file.sha256)
    case .address(let href, _): (reference, document) = (href, nil)
    case nil: (reference, document) = (nil, nil)
    }
  }

  func write(to writer: inout Writer, in language: Language) {
    if let reference { writer.member("href", reference) }
    guidance.write(to: &writer, in: language)
  }
}
