package import Conditions
package import Texts
import SourceText
package import JSON

/// Items with the same atoms.
///
/// There are three kinds of repeats. The person adds and removes `min` to `max` items, such as the
/// lines of an order. Or there is one item for each record of the list `from`. Or the items are
/// computed rows, whose number is `over`.
///
/// The value is a list of objects. The atoms of the template read and validate the content of an
/// item.
package final class RepeatKind: InputKind, NestingKind {
  package static let name = "repeat"
  /// The maximum number of items if the definition does not set it.
  private static let standardMaximum = 100
  /// The maximum number of items from a list, and of computed rows.
  private static let maxListed = 1_000
  let minimum: Int
  let maximum: Int
  /// The source of the items; nil if the person adds and removes them.
  let items: WrittenItems?
  let texts: ItemTexts
  let actions: ItemActions
  /// The drawing of the items (`edit`).
  let editing: ItemEditing
  /// The inputs that are the columns of pasted text (`paste`); nil if people cannot paste rows.
  let paste: SourceNode?
  /// The name for the number of an item (`row`); nil if the items do not read it.
  let row: SourceNode?
  /// The inputs whose values differ between items (`unique`); nil if any values may be equal.
  let unique: SourceNode?
  /// The named conditions and values of an item (`define`); nil if there are none.
  let definitions: SourceNode?
  /// The condition for the last of computed rows (`until`); nil if the number alone decides.
  let until: SourceNode?
  private let guidance: Guidance

  /// True if the items are computed rows (`over`).
  var isCounted: Bool { items?.isCount == true }

  /// Reads the limits `min` (0 to 10,000) and `max` (1 to 10,000), and the source of the items:
  /// `from` with `as` and `key`, or `over` with `max` (1 to 1,000).
  ///
  /// Also reads `until`, `row`, `define`, `unique`, `copy`, `order`, `edit`, `paste`, `hint`,
  /// `help` and the texts of the items.
  package init(_ properties: inout Properties) {
    let (givenMinimum, givenMaximum) = (
      properties.integer("min", in: 0...10_000, default: 0), properties.integer("max", in: 1...10_000)
    )
    properties.declare(default: "\(Self.standardMaximum)", of: "max")
    items = WrittenItems(&properties)
    (texts, guidance) = (ItemTexts(&properties, of: items), Guidance(&properties))
    actions = ItemActions(&properties, of: items)
    (editing, paste) = (properties.word("edit", default: ItemEditing.inline), properties.node("paste"))
    Self.refuse(&properties, of: items)
    (unique, row) = (properties.node("unique"), properties.node("row"))
    (definitions, until) = (properties.node("define"), properties.node("until"))
    if let until, items?.isCount != true {
      properties.error(
        .missingCompanion, "`until`, the condition for the last computed row, requires `over`, the number of rows",
        at: until.location)
    }
    if items?.isCount == true {
      let whys = ["people cannot change computed rows", "`as` names the number of a computed row"]
      for (name, node, why) in [("unique", unique, whys[0]), ("row", row, whys[1])] {
        if let node { properties.error(.conflict, "`\(name)` conflicts with `over`: \(why)", at: node.location) }
      }
    }
    minimum = items == nil ? givenMinimum : 0
    if items?.isCount == true {
      maximum = min(givenMaximum ?? Self.maxListed, Self.maxListed)
    } else {
      maximum = items == nil ? givenMaximum ?? max(minimum, Self.standardMaximum) : Self.maxListed
    }
    if let over = items, over.isCount {
      if properties.node("max") == nil {
        properties.error(
          .missingCompanion, "`over` requires `max`, the maximum number of rows, 1 to \(Self.maxListed)",
          at: over.list.location)
      } else if let givenMaximum, givenMaximum > Self.maxListed, let node = properties.node("max") {
        properties.error(.limit, "`max` of computed rows is at most \(Self.maxListed)", at: node.location)
      }
    }
    if maximum < minimum, let node = properties.node("max") {
      properties.error(.noPossibleValue, "`max` is below `min`: no value can pass", at: node.location)
    }
  }

  /// Reports `paste` with items that people cannot add, and `edit` with computed rows.
  private static func refuse(_ properties: inout Properties, of items: WrittenItems?) {
    guard let items else { return }
    let source = items.isCount ? "over" : "from"
    if let node = properties.node("paste") {
      properties.error(
        .conflict, "`paste` conflicts with `\(source)`: people cannot add these items", at: node.location)
    }
    if items.isCount, let node = properties.node("edit") {
      properties.error(
        .conflict, "`edit` conflicts with `over`: computed rows are always drawn as a table", at: node.location)
    }
  }

  /// A list. The compiler determines the type of its items.
  package var type: ValueType { .list(.any) }
  /// The minimum number of empty items.
  package var initial: Value { .array(Array(repeating: .object(Object()), count: minimum)) }

  /// Reads a list. Its items are read separately.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .array: posted
    default: nil
    }
  }

  /// Returns the violation of `min` or `max`.
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

  /// Writes the guidance, the texts, the actions and the limits. If the items have a source, writes
  /// `fixed` instead of the limits, and `computed` for computed rows.
  package func write(to writer: inout Writer, in language: Language) {
    guidance.write(to: &writer, in: language)
    editing.write(to: &writer)
    guard items == nil else {
      writer.member("fixed", true)
      if isCounted { writer.member("computed", true) }
      return
    }
    writer.member("min", minimum)
    writer.member("max", maximum)
    texts.write(to: &writer, in: language)
    actions.write(to: &writer)
  }
}

/// The source of a repeat's items in its line: `from: meters`, `as: meter`, `key: id`, or
/// `over: $months`, `as: month`.
struct WrittenItems: Sendable {
  /// The name of an item's record if the line has no `as`.
  private static let standardName = "item"
  /// The name of the previous row in computed rows.
  static let previous = "previous"

  /// The expression for the list of records or for the number of rows.
  let list: SourceNode
  /// True if the expression is the number of rows (`over`).
  let isCount: Bool
  /// The name of an item's record (`as`).
  let alias: SourceNode?
  /// The id of the atom that identifies an item.
  let key: SourceNode?

  /// The name of an item's record in the operation, with the prefixes of including lines.
  var name: String { list.location.file.whole(writtenName) }
  /// The name of an item's record in the file.
  var writtenName: String { alias?.scalar ?? Self.standardName }

  /// Reads `from` or `over`, `as` and `key`. Returns nil if the person adds and removes the items.
  init?(_ properties: inout Properties) {
    let (from, over) = (properties.node("from"), properties.node("over"))
    let (alias, key) = (properties.node("as"), properties.node("key"))
    properties.declare(default: Self.standardName, of: "as")
    guard let list = from ?? over else {
      for (name, node) in [("as", alias), ("key", key)] {
        let other = name == "as" ? " or `over`, the number of rows" : ""
        if let node {
          properties.error(
            .missingCompanion, "`\(name)` requires `from`, the list of the items\(other)", at: node.location)
        }
      }
      return nil
    }
    if from != nil {
      for name in ["min", "max", "over"] {
        guard let node = properties.node(name) else { continue }
        properties.error(
          .conflict, "`\(name)` conflicts with `from`: the list determines the number of items", at: node.location)
      }
    } else {
      for name in ["min", "key"] {
        guard let node = properties.node(name) else { continue }
        properties.error(
          .conflict, "`\(name)` conflicts with `over`, which is the number of rows", at: node.location)
      }
    }
    if from == nil, alias?.scalar == Self.previous, let alias {
      properties.error(
        .reservedName, "`\(Self.previous)` is reserved for the previous row", remedy: ": use another name",
        at: alias.location)
    }
    if let alias, !isIdentifier((alias.scalar ?? "")[...]) {
      properties.error(
        .invalidName, "`as` takes a name of Latin letters, digits and _ that does not begin with a digit",
        at: alias.location)
    }
    (self.list, self.alias, self.key, isCount) = (list, alias, key, from == nil)
  }
}
