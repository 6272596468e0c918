import Model
import Atoms
import Texts
import JSON

/// Writes an entity as JSON, reads it with validation of mandatory fields, and returns its schema.
///
/// Store it in a `static let`, so that member names are rendered only once.
struct EntityJSON<Record: Entity, each Value: JSONConvertible & Sendable & Equatable>: Sendable {
  /// The JSON members of one field. It has no key path, because key paths cannot be formed through
  /// a parameter pack.
  struct Part: Sendable {
    let field: EntityField
    /// The names of the members; empty if the field is not part of JSON.
    let names: [String]
    /// The rendered names.
    let keys: [Writer.Key]
    /// The keys after the first; empty if an earlier field already writes one of them.
    let rest: ArraySlice<Writer.Key>
    /// True if a record may omit the field.
    let isOptional: Bool
  }

  struct Selection: Sendable {
    /// True for each selected field, in declaration order.
    let isTaken: [Bool]
  }

  let entity: Fields<Record, repeat each Value>
  /// The fields in declaration order.
  let parts: [Part]
  /// All fields that are part of JSON.
  let whole: Selection
  /// The writers of the fields, in declaration order. They are created once, so that writing a
  /// record does not resolve field types.
  private let writes: [@Sendable (Record, inout Writer, Language) -> Void]

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

  /// Returns a selection of all fields except `paths`.
  func without(_ paths: PartialKeyPath<Record>...) -> Selection {
    var isTaken = whole.isTaken
    for path in paths { isTaken[entity.place(of: path)] = false }
    return Selection(isTaken: isTaken)
  }

  /// Writes the members of a record, by default all of them.
  func write(_ record: Record, _ selection: Selection? = nil, to writer: inout Writer, in language: Language) {
    let isTaken = (selection ?? whole).isTaken
    for place in writes.indices where isTaken[place] { writes[place](record, &writer, language) }
  }

  /// Returns the function that writes the members of a field.
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

  /// Reads a record from a body. `given` contains fields that the server sets or that are not part
  /// of JSON.
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

  /// Reads one field of a body.
  func read<One: JSONConvertible>(
    _ path: KeyPath<Record, One>, of body: some NamedValues
  ) throws(FieldFault) -> One {
    try value(One.self, of: parts[entity.place(of: path)], in: body)
  }

  /// Reads a field that stores JSON text as an object.
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
