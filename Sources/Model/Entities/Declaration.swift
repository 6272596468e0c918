/// The declaration of an entity: the types of its fields, and what `Field` says of each.
///
/// The upper layers hold each `Value` to what they need of it: `Persistence` to columns, `API` to JSON. What is asked for
/// each field is compiled for its type, without a list of them and without a look at types at run time.
package struct Declaration<Record: Entity, each Value: Sendable & Equatable>: EntityDeclaration {
  /// The word for the record, which is also its table's name.
  package let name: StaticString
  /// The fields in their order.
  package private(set) var list: [Field]
  /// Where each field lies in the tuple, in bytes: the way from a key path to a field.
  private let offsets: [Int]
  /// The fields of a record.
  package let take: @Sendable (Record) -> (repeat each Value)
  /// The fields of a record that is to be.
  package let make: @Sendable (repeat each Value) -> Record.Fields

  /// A declaration: `take` is `{ $0.fields }` and `make` `{ ($0, $1, ...) }`, one of each field; a wrong number does not
  /// compile.
  package init(
    of record: Record.Type, _ name: StaticString, _ settings: [FieldSetting<Record.Fields>] = [],
    take: @escaping @Sendable (Record) -> (repeat each Value),
    make: @escaping @Sendable (repeat each Value) -> Record.Fields
  ) {
    (self.name, self.take, self.make) = (name, take, make)
    var offsets: [Int] = []
    var end = 0
    for (size, alignment) in repeat (MemoryLayout<each Value>.size, MemoryLayout<each Value>.alignment) {
      offsets.append((end + alignment - 1) / alignment * alignment)
      end = offsets[offsets.count - 1] + size
    }
    list = labels(of: Record.Fields.self).map(Field.init)
    precondition(list.count == offsets.count, "\(name): every field needs a label")
    self.offsets = offsets
    apply(settings)
  }

  /// This declaration with more said of some fields: for a document that shows the record in another way.
  package func with(_ settings: FieldSetting<Record.Fields>...) -> Self {
    var more = self
    more.apply(settings)
    return more
  }

  private mutating func apply(_ settings: [FieldSetting<Record.Fields>]) {
    for setting in settings { for path in setting.paths { setting.apply(&list[place(of: path)]) } }
  }

  /// The place of the field at `path` among the fields.
  package func place(of path: PartialKeyPath<Record.Fields>) -> Int {
    guard let place = MemoryLayout<Record.Fields>.offset(of: path).flatMap(offsets.firstIndex) else {
      preconditionFailure("\(name): a key path to what is no field")
    }
    return place
  }

  /// What is declared of the field at `path`.
  package func field(_ path: PartialKeyPath<Record.Fields>) -> Field { list[place(of: path)] }

  package func areEqual(_ left: Record, _ right: Record) -> Bool {
    let (left, right) = (take(left), take(right))
    for (mine, other) in repeat (each left, each right) {
      guard mine == other else { return false }
    }
    return true
  }
}
