/// Finds the inputs that posted names belong to, outside of items or in an item.
///
/// Clients mostly post in the order of the tree: the input after the last one is tried before it is looked for.
struct InputCursor {
  private let operation: Operation
  private let template: ItemTemplate?
  private var next: Int?

  /// Begins before the first input.
  init(_ operation: Operation, inside template: ItemTemplate? = nil) {
    self.operation = operation
    self.template = template
    next = template == nil ? operation.firstInput : template?.inputs.first
  }

  /// The place of the input of that id; nil where there is none.
  mutating func place(of id: String) -> Int? {
    var place = next
    // Ids are ASCII: another spelling of one, which Swift takes for the same, has more bytes.
    if let likely = next, operation.atoms[likely].id.utf8.count != id.utf8.count || operation.atoms[likely].id != id {
      place = nil
    }
    if place == nil {
      place = template == nil ? operation.place(of: id) : template?.place(of: id)
      guard let found = place, operation.atoms[found].input != nil else { return nil }
    }
    if let place { next = operation.nextInputs[place] }
    return place
  }
}
