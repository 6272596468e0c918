import Model
import Atoms
import Texts
import JSON

/// The JSON of an entity: its writing, its reading with mandatory fields checked, and its schema.
///
/// Kept in a `static let`, so that the names of the members are rendered once.
struct EntityJSON<Record: Entity, each Value: JSONConvertible & Sendable & Equatable>: Sendable {
  /// The members of one field. No key path leads to one: the runtime cannot make it through a parameter pack.
  struct Part: Sendable {
    /// The declaration of the field.
    let field: EntityField
    /// The names of its members; none if it is no part of JSON.
    let names: [String]
    /// The same names, rendered.
    let keys: [Writer.Key]
    /// The keys behind the first that no other field writes.
    let rest: ArraySlice<Writer.Key>
    /// True if a record may lack it.
    let isOptional: Bool
  }

  /// A selection of fields.
  struct Selection: Sendable {
    /// True for each selected field, by their order.
    let isTaken: [Bool]
  }

  /// The declaration of the entity.
  let entity: Fields<Record, repeat each Value>
  /// The fields in their order.
  let parts: [Part]
  /// All fields that are part of JSON.
  let whole: Selection
  /// Writes each field, in their order: made once, so that no write asks for the types of all fields.
  private let writes: [@Sendable (Record, inout Writer, Language) -> Void]

  /// Creates the JSON of an entity.
  init(_ entity: Fields<Record, repeat each Value>) {
    self.entity = entity
    var parts: [Part] = []
    var written: Set<String> = []
    for type in repeat (each Value).self {
      let field = entity.list[parts.count]
      let names = field.member.map(type.members) ?? []
      let keys = names.map { Writer.Key($0) }
      let isShared = names.dropFirst().contains(where: written.contains)
      written.formUnion(names)
      parts.append(
        Part(
          field: field, names: names, keys: keys, rest: isShared ? [] : keys.dropFirst(), isOptional: type.isOptional))
    }
    var writes: [@Sendable (Record, inout Writer, Language) -> Void] = []
    for field in repeat each entity.fields { writes.append(Self.write(field, parts[writes.count])) }
    (self.parts, self.writes) = (parts, writes)
    whole = Selection(isTaken: parts.map { $0.field.member != nil })
  }

  /// All fields but some.
  func without(_ paths: PartialKeyPath<Record>...) -> Selection {
    var isTaken = whole.isTaken
    for path in paths { isTaken[entity.place(of: path)] = false }
    return Selection(isTaken: isTaken)
  }

  /// Writes the members of a record, or those of a selection.
  func write(_ record: Record, _ selection: Selection? = nil, to writer: inout Writer, in language: Language) {
    let isTaken = (selection ?? whole).isTaken
    for place in writes.indices where isTaken[place] { writes[place](record, &writer, language) }
  }

  /// Returns what writes the members of a field.
  private static func write<One: JSONConvertible & Sendable & Equatable>(
    _ field: DeclaredField<Record, One>, _ part: Part
  ) -> @Sendable (Record, inout Writer, Language) -> Void {
    { record, writer, language in
      let value = field.value(record)
      guard part.field.isNullWritten || !value.isAbsent(as: part.field.form) else { return }
      writer.key(part.keys[0])
      value.write(to: &writer, as: part.field.form, in: language)
      value.writeRest(part.rest, to: &writer)
    }
  }

  /// Reads a record from a body. `given` has the fields that are no part of JSON, and those that the server sets.
  func read(
    _ body: some NamedValues, given: [FieldOverride<Record>] = []
  ) throws(FieldFault) -> Record {
    var place = 0
    func value<One: JSONConvertible>(_ type: One.Type) throws(FieldFault) -> One {
      defer { place += 1 }
      for given in given where given.place == place {
        if let known = given.value as? One { return known }
      }
      return try self.value(type, of: parts[place], in: body)
    }
    return entity.make(repeat try value((each Value).self))
  }

  /// Reads one field of a record's body.
  func read<One: JSONConvertible>(
    _ path: KeyPath<Record, One>, of body: some NamedValues
  ) throws(FieldFault) -> One {
    try value(One.self, of: parts[entity.place(of: path)], in: body)
  }

  /// Reads a field whose text is JSON as an object.
  func object(_ path: KeyPath<Record, String>, of body: some NamedValues) throws(FieldFault) -> Object {
    let part = parts[entity.place(of: path)]
    _ = try value(String.self, of: part, in: body)
    return body[part.names[0]]?.object ?? Object()
  }

  private func value<One: JSONConvertible>(
    _ type: One.Type, of part: Part, in body: some NamedValues
  ) throws(FieldFault) -> One {
    let name = part.field.memberName
    let members = part.names.map { body[$0] ?? .null }
    if !type.isOptional, part.names.isEmpty || members.contains(where: \.isNull) {
      throw FieldFault(entity: entity.name.description, member: name, reason: .missing)
    }
    guard let value = type.read(members, as: part.field.form) else {
      throw FieldFault(entity: entity.name.description, member: name, reason: .malformed)
    }
    return value
  }
}
