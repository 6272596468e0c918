import JSON
import SourceText

/// The actions that clients offer for the items of a repeat, in addition to adding and removing
/// them.
///
/// Values belong to the position of an item, so the server evaluates a copied or moved item as any
/// other.
struct ItemActions: Sendable {
  /// True if the person can copy an item (`copy`).
  private let isCopied: Bool
  /// True if the person can move an item to another position (`order`).
  private let isOrdered: Bool

  /// True if an action of the client changes the positions of items.
  var changesPositions: Bool { isCopied || isOrdered }

  /// Reads `copy` and `order`, which are only for items that people add.
  ///
  /// - Parameter items: The source of the items; nil if people add them.
  init(_ properties: inout Properties, of items: WrittenItems?) {
    isCopied = properties.flag("copy", default: false)
    isOrdered = properties.flag("order", default: false)
    guard let items else { return }
    for (name, isSet) in [("copy", isCopied), ("order", isOrdered)] where isSet {
      guard let node = properties.node(name) else { continue }
      let source = items.isCount ? "over" : "from"
      properties.error(
        .conflict, "`\(name)` conflicts with `\(source)`, which determines the items and their order",
        at: node.location)
    }
  }

  func write(to writer: inout Writer) {
    if isCopied { writer.member("copy", true) }
    if isOrdered { writer.member("order", true) }
  }
}
