import Platform

/// A plain structure with one list of its fields, from which its table, common statements, JSON and
/// schema are derived.
package protocol Entity: Sendable, Equatable {
  /// The type of the declaration, which includes the type of each field.
  associatedtype Declared: EntityDeclaration

  /// The fields of the record, in the order of columns and members.
  static var entity: Declared { get }
}

/// The declaration of an entity without the types of its fields.
package protocol EntityDeclaration: Sendable {
  /// The name of the record, which is also the name of its table.
  var name: StaticString { get }
}

extension Fields: EntityDeclaration {}

extension Entity {
  /// Returns the declaration of a field that is stored in the property at `path`.
  ///
  /// The field is a column and a member of JSON with this name, unless a trait changes it.
  package static func field<Value>(
    _ name: StaticString, _ path: any KeyPath<Self, Value> & Sendable, _ traits: FieldTrait...
  ) -> DeclaredField<Self, Value> {
    // Not a stored property: read it through the key path.
    guard let property = StoredProperty(path) else {
      return DeclaredField(name, path, traits) { record in record[keyPath: path] }
    }
    return DeclaredField(name, path, traits) { record in property.value(of: record) }
  }

  /// Returns a copy of this record with another value in one field.
  package func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var record = self
    record[keyPath: path] = value
    return record
  }
}

/// The list of an entity's fields: their types, and an `EntityField` for each.
///
/// `DataAccess` uses each `Value` for its columns, and `API` for its JSON. Both are resolved at
/// compile time.
package struct Fields<Record: Sendable, each Value: Sendable & Equatable>: Sendable {
  /// The name of the record, which is also the name of its table.
  package let name: StaticString
  /// The fields, in order.
  package private(set) var list: [EntityField]
  /// The fields with their properties.
  package let fields: (repeat DeclaredField<Record, each Value>)
  private let paths: [any PartialKeyPath<Record> & Sendable]
  /// Creates a record from the values of its fields, in the order of the list.
  package let make: @Sendable (repeat each Value) -> Record

  /// Creates a declaration. The types and the order of the fields must match the parameters of
  /// `make`.
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

  /// Returns this declaration with additional traits for one field, for a document with another
  /// representation.
  package func with(_ path: PartialKeyPath<Record>, _ traits: FieldTrait...) -> Self {
    var declaration = self
    for trait in traits { trait.apply(&declaration.list[place(of: path)]) }
    return declaration
  }

  /// Returns the values of a record's fields.
  package func take(_ record: Record) -> (repeat each Value) { (repeat (each fields).value(record)) }

  /// Returns the position in the list of the field at `path`. Traps if no field has that path.
  package func place(of path: PartialKeyPath<Record>) -> Int {
    guard let place = paths.firstIndex(where: { $0 == path }) else {
      preconditionFailure("\(name): the key path is not a declared field")
    }
    return place
  }

  /// Returns the field at `path`.
  package func field(_ path: PartialKeyPath<Record>) -> EntityField { list[place(of: path)] }

  /// Returns true if all fields of both records are equal.
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
  /// Returns the value of the property of a record.
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
