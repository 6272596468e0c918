package import JSON

/// A reference in the text: it leads somewhere, or does what a button does.
package final class LinkKind: ActingKind {
  /// `link`.
  package static let name = "link"
  /// What a tap does; nil where the reference is followed.
  package let action: ButtonKind.Action?
  /// No action leads where the definition says: that is what a reference without an action does.
  package var href: String? { nil }
  private let reference: String?
  /// Where a client asks this server for what the reference leads to; nil where it leads elsewhere.
  package var local: String? { action == nil ? reference.flatMap(Links.local) : nil }

  /// Reads `href` or `action`, one of which is required.
  package init(_ properties: inout Properties) {
    let actions = ButtonKind.Action.allCases.filter { $0 != .navigate }
    action = properties.word("action", of: actions.map(\.rawValue)).flatMap(ButtonKind.Action.init)
    reference = properties.href("href")
    switch (properties.node("href"), properties.node("action")) {
    case (nil, nil): properties.error("`href` is missing, or an `action`: what a tap does", at: properties.location)
    case (let node?, .some): properties.error("`href` stands beside `action`: a tap does one thing", at: node.location)
    default: break
    }
  }

  /// Writes `href`.
  package func write(to writer: inout Writer, in language: Language) {
    if let reference { writer.member("href", reference) }
  }
}
