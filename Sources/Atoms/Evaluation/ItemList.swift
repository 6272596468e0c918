import JSON

/// The items of one repeat, as far as they have been worked out.
struct ItemList: Sendable {
  /// How many were posted, too many included.
  var count = 0
  /// Whether something was posted that belongs to no item of the list that they come from.
  var hasStrays = false
  /// The items; none where there are too many.
  var items: [Item] = []

  /// One item: what the slots of its atoms hold while it is looked at.
  struct Item: Sendable {
    /// What was posted for it; nil where that is no object.
    var posted: Object?
    /// Whether it was worked out; else nobody asks for it.
    var isKnown = false
    /// The values of its slots: atoms, then answers.
    var values: [Value] = []
    /// Their marks.
    var marks: [Marks] = []
    /// The items of the repeats inside, in their order.
    var inner: [ItemList] = []
  }
}
