import Conditions

/// The template of a repeat's items: a range of the operation's atoms, whose slots hold one item at
/// a time.
final class ItemTemplate: Sendable {
  /// The index of the repeat's atom.
  let place: Int
  /// The number of the repeat: its index among the operation's repeats in tree order.
  let number: Int
  /// The kind of the repeat with its limits.
  let kind: RepeatKind
  /// The ids of the enclosing repeats and of this one, outermost first.
  let names: [String]
  /// The indexes of the atoms in items, including those of nested repeats.
  let atoms: Range<Int>
  /// The index of the item's title, the last of `atoms`; nil without a title.
  let title: Int?
  /// The source of the items; nil if people add and remove them.
  let source: ItemSource?
  /// The slots of the items' lookup answers and records.
  let lookups: Range<Int>
  /// The numbers of the nested repeats.
  let inner: Range<Int>
  /// The indexes of the items' own inputs, which make up the value of an item.
  let inputs: [Int]
  /// The previous row; nil if no item reads it.
  let previous: PreviousRow?
  /// The slot of the item's number; nil if the repeat does not name it.
  let row: Int?
  /// The inputs whose values `unique` compares between items, by index.
  let unique: [Int]
  /// The inputs in the columns of pasted text, by index; empty if people cannot paste rows.
  let pasted: [Int]
  /// The computed values in an item that depend only on records; empty if people add the items.
  let recordValues: [RecordValue]
  private let places: [String: Int]

  init(
    place: Int, number: Int, kind: RepeatKind, source: ItemSource?, names: [String], atoms: Range<Int>,
    lookups: Range<Int>,
    inner: Range<Int>, recordValues: [RecordValue], title: Int?, row: Int?, previous: PreviousRow?,
    unique: [Int], pasted: [Int], own: [(place: Int, id: String, isInput: Bool)]
  ) {
    (self.recordValues, self.title) = (recordValues, title)
    (self.unique, self.row) = (unique, row)
    (self.previous, self.pasted) = (previous, pasted)
    (self.place, self.number, self.kind, self.source, self.names) = (place, number, kind, source, names)
    (self.atoms, self.lookups, self.inner) = (atoms, lookups, inner)
    inputs = own.filter(\.isInput).map(\.place)
    places = Dictionary(uniqueKeysWithValues: own.map { ($0.id, $0.place) })
  }

  /// The fixed steps that are charged for an item: its atoms, lookups and inputs, plus 4.
  var work: Int { 4 + atoms.count + lookups.count + inputs.count }

  /// The indexes of the atoms that are drawn in items, without the title.
  var drawn: Range<Int> { atoms.lowerBound..<(title ?? atoms.upperBound) }

  /// True if clients report each change of the list, because titles, numbers, previous rows or
  /// positions depend on it, or because people paste rows.
  var isReported: Bool {
    title != nil || row != nil || previous != nil || kind.actions.changesPositions || !pasted.isEmpty
  }

  var slots: some Sequence<Int> { [atoms, lookups].joined() }

  /// Returns the index of the item's atom with this id; nil if absent.
  func place(of id: String) -> Int? { id.isIdentifierLike ? places[id] : nil }

  /// Returns the path prefix of the item with these indexes, such as `lines[3].`.
  func prefix(_ indexes: [Int]) -> String {
    zip(names, indexes).map { "\($0)[\($1)]." }.joined()
  }
}

/// A computed value in an item that depends only on the records of the item and of enclosing items.
///
/// If an item is posted with another value, it belongs to another record.
struct RecordValue: Sendable {
  /// The ids of the repeats between the item and the atom; empty for an atom of the item itself.
  let repeats: [String]
  let place: Int
}

/// The list or count that defines a repeat's items. Each record of the list is an item, and people
/// cannot add items.
///
/// For computed rows it is the number of rows, and the record of a row is its number.
struct ItemSource: Sendable {
  let list: ConditionExpression
  /// The slot of an item's record or of a row's number.
  let slot: Int
  /// The condition for the last of computed rows (`until`); nil if the number alone decides.
  var until: Condition?
  /// The index of the atom that identifies an item; nil if items are identified by their index.
  ///
  /// Entered values belong to the item with the same key, even if its index in the list changes.
  var key: Int?
}
