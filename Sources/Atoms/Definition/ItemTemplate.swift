import Conditions

/// What the items of a repeat are made of: a stretch of the operation's atoms, whose slots hold one item at a time.
final class ItemTemplate: Sendable {
  /// The repeat's place.
  let place: Int
  /// Its number among the operation's repeats, in tree order.
  let number: Int
  /// The kind, which has the limits.
  let kind: RepeatKind
  /// The ids of the repeats from the outermost to this one.
  let names: [String]
  /// The places of the items' atoms, those of repeats inside included.
  let atoms: Range<Int>
  /// The list that the items come from; nil where people add and remove them.
  let source: ItemSource?
  /// The slots of the answers to their look-ups, and of their records.
  let lookups: Range<Int>
  /// The numbers of the repeats inside.
  let inner: Range<Int>
  /// The places of the items' own inputs: what the value of an item has.
  let inputs: [Int]
  private let places: [String: Int]

  init(
    place: Int, number: Int, kind: RepeatKind, source: ItemSource?, names: [String], atoms: Range<Int>,
    lookups: Range<Int>,
    inner: Range<Int>, own: [(place: Int, id: String, isInput: Bool)]
  ) {
    (self.place, self.number, self.kind, self.source, self.names) = (place, number, kind, source, names)
    (self.atoms, self.lookups, self.inner) = (atoms, lookups, inner)
    inputs = own.filter(\.isInput).map(\.place)
    places = Dictionary(uniqueKeysWithValues: own.map { ($0.id, $0.place) })
  }

  /// The steps that an item takes before its conditions: one for each of its slots and inputs, as all of them are set.
  var work: Int { 4 + atoms.count + lookups.count + inputs.count }

  /// All slots that hold what an item has.
  var slots: some Sequence<Int> { [atoms, lookups].joined() }

  /// The place of the items' atom of that id.
  func place(of id: String) -> Int? { id.mayBeIdentifier ? places[id] : nil }

  /// What stands before the id of an atom in the item with these indexes, as `lines[3].`.
  func prefix(_ indexes: [Int]) -> String {
    zip(names, indexes).map { "\($0)[\($1)]." }.joined()
  }
}

/// Where the items of a repeat come from that nobody adds to: a list, each record of which is an item.
struct ItemSource: Sendable {
  /// The list.
  let list: Expression
  /// The slot of an item's record.
  let slot: Int
  /// The place of the items' atom that tells them apart: what was entered goes with it, wherever its item stands then. Nil
  /// where it goes with the item's number.
  var key: Int?
}
