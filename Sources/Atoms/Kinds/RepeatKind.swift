package import Conditions
package import Texts
import SourceText
package import JSON

/// Items with the same atoms: between `min` and `max` of them, as the lines of an order, one for each record of the list
/// `from`, or the computed rows of a number `over`.
///
/// Its value is a list of objects. The atoms of its template read and judge the content of an item.
package final class RepeatKind: InputKind, NestingKind {
  /// `repeat`.
  package static let name = "repeat"
  /// The maximum item count if the definition does not give one.
  private static let standardMaximum = 100
  /// The maximum item count that a list may give.
  private static let maxListed = 1_000
  /// The minimum item count.
  let minimum: Int
  /// The maximum item count.
  let maximum: Int
  /// The source of the items; nil if people add and remove them.
  let items: WrittenItems?
  private let guidance: Guidance

  /// True if the items are computed rows, counted by `over`.
  var isCounted: Bool { items?.isCount == true }

  /// Reads `min` (0 to 10,000) and `max` (1 to 10,000), `from` with `as` and `key`, or `over` with `max` (1 to 1,000);
  /// `hint` and `help`.
  package init(_ properties: inout Properties) {
    let (givenMinimum, givenMaximum) = (
      properties.integer("min", in: 0...10_000, default: 0), properties.integer("max", in: 1...10_000)
    )
    properties.declare(default: "\(Self.standardMaximum)", of: "max")
    items = WrittenItems(&properties)
    guidance = Guidance(&properties)
    minimum = items == nil ? givenMinimum : 0
    if items?.isCount == true {
      maximum = min(givenMaximum ?? Self.maxListed, Self.maxListed)
    } else {
      maximum = items == nil ? givenMaximum ?? max(minimum, Self.standardMaximum) : Self.maxListed
    }
    if let over = items, over.isCount {
      if properties.node("max") == nil {
        properties.error(
          "`over` requires `max`, the greatest count of rows, 1 to \(Self.maxListed)", at: over.list.location)
      } else if let givenMaximum, givenMaximum > Self.maxListed, let node = properties.node("max") {
        properties.error("`max` of computed rows is at most \(Self.maxListed)", at: node.location)
      }
    }
    if maximum < minimum, let node = properties.node("max") {
      properties.error("`max` is below `min`: no value can pass", at: node.location)
    }
  }

  /// A list; the compiler knows the type of its items.
  package var type: ValueType { .list(.any) }
  /// The minimum number of blank items.
  package var initial: Value { .array(Array(repeating: .object(Object()), count: minimum)) }

  /// Reads a list; its items are read one by one.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .array: posted
    default: nil
    }
  }

  /// Returns the violation of the limits if there are too few or too many items.
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

  /// Writes the guidance and the limits, or `fixed` if the items come from a list, with `computed` for computed rows.
  package func write(to writer: inout Writer, in language: Language) {
    guidance.write(to: &writer, in: language)
    guard items == nil else {
      writer.member("fixed", true)
      if isCounted { writer.member("computed", true) }
      return
    }
    writer.member("min", minimum)
    writer.member("max", maximum)
  }
}

/// The source of a repeat's items as its line writes it: `from: meters`, `as: meter`, `key: id`, or `over: $months`,
/// `as: month`.
struct WrittenItems: Sendable {
  /// The name of an item's record if the line does not give one.
  private static let standardName = "item"
  /// The name of the row before, in computed rows.
  static let previous = "previous"

  /// The expression that gives a list of records, or the count of rows.
  let list: SourceNode
  /// True if the expression gives the count of rows.
  let isCount: Bool
  /// The name of an item's record in the item.
  let alias: SourceNode?
  /// The id of the items' atom that tells items apart.
  let key: SourceNode?

  /// The name of an item's record.
  var name: String { list.location.file.whole(writtenName) }
  /// The name of an item's record as the line gives it.
  var writtenName: String { alias?.scalar ?? Self.standardName }

  /// Reads `from` or `over`, `as` and `key`; returns nil if people add and remove the items.
  init?(_ properties: inout Properties) {
    let (from, over) = (properties.node("from"), properties.node("over"))
    let (alias, key) = (properties.node("as"), properties.node("key"))
    properties.declare(default: Self.standardName, of: "as")
    guard let list = from ?? over else {
      for (name, node) in [("as", alias), ("key", key)] {
        let other = name == "as" ? " or `over`, the number of rows" : ""
        if let node { properties.error("`\(name)` requires `from`, the list of the items\(other)", at: node.location) }
      }
      return nil
    }
    if from != nil {
      for name in ["min", "max", "over"] {
        guard let node = properties.node(name) else { continue }
        properties.error(
          "`\(name)` conflicts with `from`: there are as many items as the list has", at: node.location)
      }
    } else {
      for name in ["min", "key"] {
        guard let node = properties.node(name) else { continue }
        properties.error(
          "`\(name)` conflicts with `over`: there are as many rows as the number says", at: node.location)
      }
    }
    if from == nil, alias?.scalar == Self.previous, let alias {
      properties.error("`\(Self.previous)` is the name of the row before", at: alias.location)
    }
    if let alias, !isIdentifier((alias.scalar ?? "")[...]) {
      properties.error(
        "`as` takes a name of Latin letters, digits and _ that does not begin with a digit", at: alias.location)
    }
    (self.list, self.alias, self.key, isCount) = (list, alias, key, from == nil)
  }
}
