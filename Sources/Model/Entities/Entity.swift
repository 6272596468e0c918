import Platform

/// A plain structure whose fields one declaration lists: its table, its common statements, its JSON and its schema
/// follow from that list.
///
///     struct Branch: Entity {
///       let id: Identifier<Branch>
///       var town: String
///       static let entity = Fields("branch", field("id", \.id, .key), field("town", \.town), make: Branch.init)
///     }
package protocol Entity: Sendable, Equatable {
  /// The type of the declaration, which has the type of each field.
  associatedtype Declared: Sendable

  /// The fields of the record, in the order of columns and members.
  static var entity: Declared { get }
}

extension Entity {
  /// The field `name` of the declaration, which is stored in the property at `path`.
  ///
  /// A field is a column and a member of JSON by its own name, unless a trait says otherwise.
  package static func field<Value>(
    _ name: StaticString, _ path: any KeyPath<Self, Value> & Sendable, _ traits: FieldTrait...
  ) -> DeclaredField<Self, Value> {
    // A key path is followed step by step at each read.
    guard let property = StoredProperty(path) else {
      return DeclaredField(name, path, traits) { record in record[keyPath: path] }
    }
    return DeclaredField(name, path, traits) { record in property.value(of: record) }
  }

  /// Returns this record with another value in one field.
  package func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var record = self
    record[keyPath: path] = value
    return record
  }
}

/// The list of an entity's fields: their types, and for each its `EntityField`.
///
/// `DataAccess` asks each `Value` for its columns, `API` for its JSON. The compiler writes both out for each type, so that
/// nothing looks at types at run time.
package struct Fields<Record: Sendable, each Value: Sendable & Equatable>: Sendable {
  /// The word for the record, which is also the name of its table.
  package let name: StaticString
  /// The fields in their order.
  package private(set) var list: [EntityField]
  /// The fields with their properties, for whoever needs some of them.
  package let fields: (repeat DeclaredField<Record, each Value>)
  private let paths: [any PartialKeyPath<Record> & Sendable]
  /// Makes a record of the values of its fields, in the order of the list.
  package let make: @Sendable (repeat each Value) -> Record

  /// Creates a declaration. A field that `make` does not take, or takes at another place by another type, does not compile.
  package init(
    _ name: StaticString, _ fields: repeat DeclaredField<Record, each Value>,
    make: @escaping @Sendable (repeat each Value) -> Record
  ) {
    (self.name, self.make) = (name, make)
    self.fields = (repeat each fields)
    var list: [EntityField] = []
    var paths: [any PartialKeyPath<Record> & Sendable] = []
    for field in repeat each fields {
      list.append(field.declared)
      paths.append(field.path)
    }
    (self.list, self.paths) = (list, paths)
  }

  /// Returns this declaration with more traits of one field, for a document that shows the record in another way.
  package func with(_ path: PartialKeyPath<Record>, _ traits: FieldTrait...) -> Self {
    var declaration = self
    for trait in traits { trait.apply(&declaration.list[place(of: path)]) }
    return declaration
  }

  /// Returns the values of the fields of a record.
  package func take(_ record: Record) -> (repeat each Value) { (repeat (each fields).value(record)) }

  /// The place in the list of the field at `path`. The program ends if no field has that path.
  package func place(of path: PartialKeyPath<Record>) -> Int {
    guard let place = paths.firstIndex(where: { $0 == path }) else {
      preconditionFailure("\(name): a key path to a property that is no field")
    }
    return place
  }

  /// The field at `path`.
  package func field(_ path: PartialKeyPath<Record>) -> EntityField { list[place(of: path)] }

  /// True if all fields of both records are equal.
  func areEqual(_ left: Record, _ right: Record) -> Bool {
    let (left, right) = (take(left), take(right))
    for (mine, other) in repeat (each left, each right) {
      guard mine == other else { return false }
    }
    return true
  }
}

/// A field of an entity with its property.
package struct DeclaredField<Record: Sendable, Value: Sendable>: Sendable {
  let path: any KeyPath<Record, Value> & Sendable
  let declared: EntityField
  /// Returns the property of a record.
  package let value: @Sendable (Record) -> Value

  /// Creates the field of the property at `path`, which `value` returns.
  init(
    _ name: StaticString, _ path: any KeyPath<Record, Value> & Sendable, _ traits: [FieldTrait],
    value: @escaping @Sendable (Record) -> Value
  ) {
    var declared = EntityField(name.description)
    for trait in traits { trait.apply(&declared) }
    (self.path, self.declared, self.value) = (path, declared, value)
  }
}
