package import Conditions
package import JSON

/// Items of the same atoms: any number of them between `min` and `max`, the lines of an order, or one for each record of a
/// list, `from`.
///
/// Its value is a list of objects. What is in an item is read and judged by the atoms of its template.
package final class RepeatKind: InputKind, NestingKind {
  /// `repeat`.
  package static let name = "repeat"
  /// The most items where the definition does not say.
  static let standardMaximum = 100
  /// The most items that a list may give.
  static let mostListed = 1_000
  /// The fewest items.
  let minimum: Int
  /// The most items.
  let maximum: Int
  /// Where the items come from, where nobody adds or removes any.
  let items: WrittenItems?

  /// Reads `min` and `max`, or `from` with `as` and `key`.
  package init(_ properties: inout Properties) {
    let (least, most) = (properties.integer("min", in: 0...10_000), properties.integer("max", in: 1...10_000))
    items = WrittenItems(&properties)
    minimum = items == nil ? least ?? 0 : 0
    maximum = items == nil ? most ?? max(minimum, Self.standardMaximum) : Self.mostListed
    if maximum < minimum, let node = properties.node("max") {
      properties.error("`max` is below `min`: nothing could be right", at: node.location)
    }
  }

  /// A list; the compiler knows of what.
  package var type: ValueType { .list(.any) }
  /// As many blank items as there must be.
  package var initial: Value { .array(Array(repeating: .object(Object()), count: minimum)) }

  /// Takes a list; its items are read one by one.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .array: posted
    default: nil
    }
  }

  /// Whether there are too few or too many items.
  func judge(count: Int) -> Violation? {
    let got = (name: "got", value: Value.integer(Int64(count)))
    if count < minimum {
      return Violation("min", sentence: "minItems", params: [("min", .integer(Int64(minimum))), got])
    }
    if count > maximum {
      return Violation("max", sentence: "maxItems", params: [("max", .integer(Int64(maximum))), got])
    }
    return nil
  }

  /// Writes the limits, or that the items are fixed.
  package func write(to writer: inout Writer, in language: Language) {
    guard items == nil else { return writer.member("fixed", true) }
    writer.member("min", minimum)
    writer.member("max", maximum)
  }
}

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
