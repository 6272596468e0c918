import JSON

/// Changes of a JSON value (RFC 6902).
struct JSONPatch: Sendable {
  enum Change: Sendable {
    case add(JSONPointer, Value)
    case remove(JSONPointer)
    case replace(JSONPointer, Value)
    case move(from: JSONPointer, to: JSONPointer)
    case copy(from: JSONPointer, to: JSONPointer)
    case test(JSONPointer, Value)
  }

  /// A change does not fit the value: its path.
  struct Failure: Error, Equatable {
    let path: String
  }

  let changes: [Change]

  /// Returns the changed value. Throws if a path does not exist or a test fails; then nothing is
  /// changed.
  func applied(to root: Value) throws(Failure) -> Value {
    var value = root
    for change in changes {
      switch change {
      case .add(let path, let added): value = try Self.adding(added, at: path, to: value)
      case .remove(let path): value = try Self.removing(path, from: value)
      case .replace(let path, let other):
        value = path.tokens.isEmpty ? other : try Self.adding(other, at: path, to: Self.removing(path, from: value))
      case .move(let source, let path):
        guard let moved = source.value(in: value) else { throw Failure(path: source.description) }
        value = try Self.adding(moved, at: path, to: Self.removing(source, from: value))
      case .copy(let source, let path):
        guard let copied = source.value(in: value) else { throw Failure(path: source.description) }
        value = try Self.adding(copied, at: path, to: value)
      case .test(let path, let expected):
        guard path.value(in: value) == expected else { throw Failure(path: path.description) }
      }
    }
    return value
  }

  private static func adding(_ added: Value, at path: JSONPointer, to root: Value) throws(Failure) -> Value {
    guard !path.tokens.isEmpty else { return added }
    return try edited(root, path, path.tokens[...]) { (parent, token) throws(Failure) in
      switch parent {
      case .object(let object):
        let isNew = object[token] == nil
        let members = object.members.map { ($0.name, $0.name == token ? added : $0.value) }
        return .object(Object(members + (isNew ? [(token, added)] : [])))
      case .array(var elements):
        guard let place = token == "-" ? elements.count : JSONPointer.place(token), place <= elements.count else {
          throw Failure(path: path.description)
        }
        elements.insert(added, at: place)
        return .array(elements)
      default: throw Failure(path: path.description)
      }
    }
  }

  private static func removing(_ path: JSONPointer, from root: Value) throws(Failure) -> Value {
    guard !path.tokens.isEmpty else { throw Failure(path: "") }
    return try edited(root, path, path.tokens[...]) { (parent, token) throws(Failure) in
      switch parent {
      case .object(let object) where object[token] != nil:
        return .object(Object(object.members.filter { $0.name != token }.map { ($0.name, $0.value) }))
      case .array(var elements):
        guard let place = JSONPointer.place(token), elements.indices.contains(place) else {
          throw Failure(path: path.description)
        }
        elements.remove(at: place)
        return .array(elements)
      default: throw Failure(path: path.description)
      }
    }
  }

  /// Replaces the parent of the last token by the result of `edit`.
  private static func edited(
    _ value: Value, _ path: JSONPointer, _ tokens: ArraySlice<String>,
    _ edit: (Value, String) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let first = tokens.first else { throw Failure(path: path.description) }
    if tokens.count == 1 { return try edit(value, first) }
    switch value {
    case .object(let object):
      guard let member = object[first] else { throw Failure(path: path.description) }
      let changed = try edited(member, path, tokens.dropFirst(), edit)
      return .object(Object(object.members.map { ($0.name, $0.name == first ? changed : $0.value) }))
    case .array(var elements):
      guard let place = JSONPointer.place(first), elements.indices.contains(place) else {
        throw Failure(path: path.description)
      }
      elements[place] = try edited(elements[place], path, tokens.dropFirst(), edit)
      return .array(elements)
    default: throw Failure(path: path.description)
    }
  }
}
