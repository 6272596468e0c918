import CPostgreSQL
import Storage

/// The text of a statement, by its source.
enum StatementText: Sendable, CustomStringConvertible {
  /// A literal of the program.
  case literal(StaticString)
  /// A query composed by the program.
  case query(Query)
  /// A text of this module or of a migration.
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
      // Swift's literals end with a zero byte.
      text.utf8Start.withMemoryRebound(to: CChar.self, capacity: text.utf8CodeUnitCount + 1, body)
    case .query(let query): query.postgresql.withCString(body)
    case .own(let text): text.withCString(body)
    }
  }
}

/// A statement prepared in a session.
final class ServerStatement {
  let name: String
  let text: StatementText
  /// The types of its arguments, as determined by the server.
  let types: [Oid]
  /// The cursor over its rows, which is reused.
  let cursor: ResultCursor

  init(name: String, text: StatementText, types: [Oid]) {
    (self.name, self.text, self.types) = (name, text, types)
    cursor = ResultCursor(text)
  }
}

/// The prepared forms of one statement in a session. The plain form has the types that the server
/// determines.
///
/// If the server assumes text, as in `SELECT $1`, and the argument is a number or bytes, another
/// form with explicit types is used.
final class StatementForms {
  let plain: ServerStatement
  /// True if a parameter of the plain form has the type text.
  let takesTexts: Bool
  private var others: [[Oid]: ServerStatement] = [:]

  init(_ plain: ServerStatement) { (self.plain, takesTexts) = (plain, plain.types.contains(ServerType.text)) }

  /// The form with these types; nil if it is not prepared.
  subscript(types: [Oid]) -> ServerStatement? {
    get { others[types] }
    set { others[types] = newValue }
  }

  /// Returns the types for a form with explicit types, 0 where the server determines the type; nil
  /// if the plain form is suitable.
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
