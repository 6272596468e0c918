import SourceText

/// The confirmation before a tap on a button or link, as written: `confirm: text`, or `{title: ...,
/// action: ...}`.
struct WrittenConfirmation {
  let title: WrittenText
  /// The explanation below the title.
  let text: WrittenText?
  /// The caption of the confirming button; nil for the caption of the tapped button or link.
  let action: WrittenText?
  /// The caption of the cancelling button; nil for the client's default.
  let cancel: WrittenText?

  private static let parts = ["title", "text", "action", "cancel"]

  /// Reads `confirm`; returns nil if it is absent, or after adding an error.
  init?(_ properties: inout Properties) {
    guard let node = properties.node("confirm") else { return nil }
    guard let entries = node.mapping, entries.contains(where: { Self.parts.contains($0.key.scalar ?? "") }) else {
      guard let title = properties.written("confirm", node) else { return nil }
      (self.title, text, action, cancel) = (title, nil, nil, nil)
      return
    }
    var own = Properties(entries, at: node.location)
    let title = own.written("title")
    (text, action, cancel) = (own.written("text"), own.written("action"), own.written("cancel"))
    if title == nil, own.node("title") == nil {
      own.error(.missingProperty, "`title`, the question of `confirm`, is missing", at: node.location)
    }
    own.refuseTheRest(of: "confirm")
    properties.append(own.diagnostics)
    guard let title else { return nil }
    self.title = title
  }
}
