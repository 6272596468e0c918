/// A record whose fields stand in one list, the labelled tuple `Fields`: what else knows them follows from it.
///
/// A field is read by its label: `card.caption`. `Declaration` says what the list alone does not.
@dynamicMemberLookup
package protocol Entity: Sendable, Equatable {
  /// The fields: a tuple with labels, whose order is that of columns and members.
  associatedtype Fields: Sendable
  /// The type of the declaration, which knows the type of each field.
  associatedtype Declared: EntityDeclaration where Declared.Record == Self

  /// What the record holds.
  var fields: Fields { get }

  /// The record that holds `fields`.
  init(_ fields: Fields)

  /// What is to be known of the fields besides their names and types.
  static var entity: Declared { get }
}

extension Entity {
  /// The field at `path`.
  @inlinable
  package subscript<Value>(dynamicMember path: KeyPath<Fields, Value>) -> Value {
    @inline(__always) get { fields[keyPath: path] }
  }

  /// This record with another value in one field.
  package func with<Value>(_ path: WritableKeyPath<Fields, Value>, _ value: Value) -> Self {
    var fields = fields
    fields[keyPath: path] = value
    return Self(fields)
  }

  /// Whether every field is the same in both.
  package static func == (left: Self, right: Self) -> Bool { entity.areEqual(left, right) }
}
