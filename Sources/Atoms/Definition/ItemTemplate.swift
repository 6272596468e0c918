import Conditions

/// The template of a repeat's items: a range of the operation's atoms, whose slots hold one item at a time.
final class ItemTemplate: Sendable {
  /// The place of the repeat.
  let place: Int
  /// The index among the operation's repeats, in tree order.
  let number: Int
  /// The kind, which has the limits.
  let kind: RepeatKind
  /// The ids of the repeats from the outermost one to this one.
  let names: [String]
  /// The places of the items' atoms, with those of repeats inside.
  let atoms: Range<Int>
  /// The source of the items; nil if people add and remove them.
  let source: ItemSource?
  /// The slots of the answers to the items' lookups, and of their records.
  let lookups: Range<Int>
  /// The indexes of the repeats inside.
  let inner: Range<Int>
  /// The places of the items' own inputs, of which the value of an item is made.
  let inputs: [Int]
  /// The computed values in an item that follow its record and nothing else; empty if people add the items.
  let recordValues: [RecordValue]
  private let places: [String: Int]

  init(
    place: Int, number: Int, kind: RepeatKind, source: ItemSource?, names: [String], atoms: Range<Int>,
    lookups: Range<Int>,
    inner: Range<Int>, recordValues: [RecordValue], own: [(place: Int, id: String, isInput: Bool)]
  ) {
    self.recordValues = recordValues
    (self.place, self.number, self.kind, self.source, self.names) = (place, number, kind, source, names)
    (self.atoms, self.lookups, self.inner) = (atoms, lookups, inner)
    inputs = own.filter(\.isInput).map(\.place)
    places = Dictionary(uniqueKeysWithValues: own.map { ($0.id, $0.place) })
  }

  /// The steps that an item costs before its conditions: one for each slot and input that is set, and a few more.
  var work: Int { 4 + atoms.count + lookups.count + inputs.count }

  /// All slots of an item.
  var slots: some Sequence<Int> { [atoms, lookups].joined() }

  /// Returns the place of the items' atom with an id.
  func place(of id: String) -> Int? { id.isIdentifierLike ? places[id] : nil }

  /// Returns the path of the item with these indexes and a dot, such as `lines[3].`.
  func prefix(_ indexes: [Int]) -> String {
    zip(names, indexes).map { "\($0)[\($1)]." }.joined()
  }
}

/// A computed value in an item that follows the item's record, or the records around it, and nothing else.
///
/// A posted item with another value was made of another record.
struct RecordValue: Sendable {
  /// The ids of the repeats between the item and the atom; empty for an atom of the item itself.
  let repeats: [String]
  /// The place of the atom.
  let place: Int
}

/// The list that a repeat's items come from: each record of it is an item, and people add none.
///
/// Of computed rows it is their count, and a row's record is its number.
struct ItemSource: Sendable {
  /// The expression of the list, or of the count of rows.
  let list: ConditionExpression
  /// The slot of an item's record, or of a row's number.
  let slot: Int
  /// The slot of the row before; nil if the items are no computed rows.
  var previous: Int?
  /// The place of the items' atom that tells items apart; nil if their index does.
  ///
  /// Entered values stay with the item of the same key, even if its index in the list changes.
  var key: Int?
}
