import CPostgreSQL
import Storage

/// The text of a statement, wherever it stands.
enum StatementText: Sendable, CustomStringConvertible {
  /// A literal of the program.
  case literal(StaticString)
  /// A query that the program has composed.
  case query(Query)
  /// A text of this engine or of a migration.
  case own(String)

  var description: String {
    switch self {
    case .literal(let text): text.description
    case .query(let query): query.postgresql
    case .own(let text): text
    }
  }

  /// Calls `body` with the text as a C string.
  func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
    switch self {
    case .literal(let text):
      // Swift ends its literals with a zero byte.
      text.utf8Start.withMemoryRebound(to: CChar.self, capacity: text.utf8CodeUnitCount + 1, body)
    case .query(let query): query.postgresql.withCString(body)
    case .own(let text): text.withCString(body)
    }
  }
}

/// A statement that a session has prepared.
final class ServerStatement {
  let name: String
  let text: StatementText
  /// The types of its arguments, as the server found them.
  let types: [Oid]
  /// The place where its rows are read from, used again.
  let cursor: ResultCursor

  init(name: String, text: StatementText, types: [Oid]) {
    (self.name, self.text, self.types) = (name, text, types)
    cursor = ResultCursor(text)
  }
}

/// The forms of one statement in a session: one with the types that the server finds, and others where it finds text for want of
/// anything better, as in `SELECT $1`, and the argument is a number or bytes.
final class StatementForms {
  let plain: ServerStatement
  /// True if an argument is a text, or the server knows nothing better.
  let takesTexts: Bool
  private var others: [[Oid]: ServerStatement] = [:]

  init(_ plain: ServerStatement) { (self.plain, takesTexts) = (plain, plain.types.contains(ServerType.text)) }

  /// The form for these arguments; nil if it has to be prepared.
  subscript(types: [Oid]) -> ServerStatement? {
    get { others[types] }
    set { others[types] = newValue }
  }

  /// The types to say for these arguments where the server would take them for texts; nil if it would take none.
  func types(for arguments: [any Bindable]) -> [Oid]? {
    var types: [Oid]?
    for (place, argument) in arguments.enumerated() where plain.types[place] == ServerType.text {
      guard let type = ServerType.saidFor(argument.stored) else { continue }
      if types == nil { types = Array(repeating: 0, count: arguments.count) }
      types?[place] = type
    }
    return types
  }
}
