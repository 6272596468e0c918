/// Where the items of a repeat come from, as its line writes it: `from: meters`, `as: meter`, `key: id`.
struct WrittenItems: Sendable {
  /// The name of an item's record where the line does not say.
  static let standardName = "item"

  /// The expression that gives a list of records.
  let list: SourceNode
  /// What the record of an item is called in the item.
  let alias: SourceNode?
  /// The atom of the items that tells them apart.
  let key: SourceNode?

  /// The name of an item's record.
  var name: String { alias?.scalar ?? Self.standardName }

  /// Reads `from`, `as` and `key`; nil where people add and remove the items.
  init?(_ properties: inout Properties) {
    let (list, alias, key) = (properties.node("from"), properties.node("as"), properties.node("key"))
    guard let list else {
      for (name, node) in [("as", alias), ("key", key)] {
        if let node { properties.error("`\(name)` stands without `from`, the list of the items", at: node.location) }
      }
      return nil
    }
    for name in ["min", "max"] {
      guard let node = properties.node(name) else { continue }
      properties.error(
        "`\(name)` stands beside `from`: there are as many items as the list has", at: node.location)
    }
    if let alias, !isIdentifier((alias.scalar ?? "")[...]) {
      properties.error("`as` takes a name of Latin letters, digits and _, the first no digit", at: alias.location)
    }
    (self.list, self.alias, self.key) = (list, alias, key)
  }
}
