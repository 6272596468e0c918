import Conditions

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
