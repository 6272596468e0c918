import JSON

/// The drawing of a repeat whose items are edited (`edit`). Clients that do not support it draw all
/// items.
enum ItemEditing: String, CaseIterable, Sendable {
  /// All items with their inputs.
  case inline
  /// The titles of the items, and the inputs of one item at a time.
  case apart
  /// A table with the inputs of the row that has the focus.
  case table

  func write(to writer: inout Writer) {
    if self != .inline { writer.member("edit", rawValue) }
  }
}
