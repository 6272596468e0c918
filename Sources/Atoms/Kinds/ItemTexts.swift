import Texts
import SourceText
import JSON

/// The texts of a repeat: the title of an item, the button that adds an item, and the question
/// before an item is removed.
struct ItemTexts: Sendable {
  /// The title of an item (`item`); nil if items have only numbers.
  let title: WrittenText?
  /// The text of the button that adds an item (`add`).
  private let add: LocalizedText?
  /// The question before an item is removed (`remove`).
  private let removal: WrittenConfirmation?

  /// Reads `item`, `add` and `remove`. `add` and `remove` are only for items that people add.
  ///
  /// - Parameter items: The source of the items; nil if people add them.
  init(_ properties: inout Properties, of items: WrittenItems?) {
    (title, add) = (properties.written("item"), properties.text("add"))
    removal = Self.removal(&properties)
    guard let items else { return }
    for name in items.isCount ? ["item", "add", "remove"] : ["add", "remove"] {
      guard let node = properties.node(name) else { continue }
      properties.error(
        .conflict,
        name == "item"
          ? "`item` conflicts with `over`: computed rows are drawn as a table without titles"
          : "`\(name)` conflicts with `\(items.isCount ? "over" : "from")`: people cannot add or remove these items",
        at: node.location)
    }
  }

  /// Reads `remove: {confirm: ...}`; returns nil if it is absent, or after adding an error.
  private static func removal(_ properties: inout Properties) -> WrittenConfirmation? {
    guard let node = properties.node("remove") else { return nil }
    guard let entries = node.mapping else {
      properties.error(
        .wrongShape, "`remove` takes a mapping, not \(node.noun)", remedy: ": write `remove: {confirm: ...}`",
        at: node.location)
      return nil
    }
    var own = Properties(entries, at: node.location)
    let question = WrittenConfirmation(&own)
    if own.node("confirm") == nil {
      own.isMissing("confirm", "`confirm`, the question before an item is removed, is missing")
    }
    own.refuseTheRest(of: "remove")
    properties.append(own.diagnostics)
    return question
  }

  /// Writes `add` and `remove`. The title is written with each item.
  func write(to writer: inout Writer, in language: Language) {
    if let add { writer.member("add", add[language]) }
    guard let removal else { return }
    writer.key("remove")
    writer.beginObject()
    writer.key("confirm")
    writer.beginObject()
    writer.member("title", removal.title.plain[language])
    if let text = removal.text { writer.member("text", text.plain[language]) }
    if let action = removal.action { writer.member("action", action.plain[language]) }
    if let cancel = removal.cancel { writer.member("cancel", cancel.plain[language]) }
    writer.endObject()
    writer.endObject()
  }
}
