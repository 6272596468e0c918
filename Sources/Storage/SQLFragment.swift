/// The text of a statement or of a part of one. It consists of the program's own literals and of other parts. User
/// input cannot become one, because that does not compile.
///
///     let names = SQLFragment(names: ["login", "seats"])
///     let places = SQLFragment.joined([.argument(1), .argument(2)], by: ", ")
///     let insertion = Query("INSERT INTO person (\(names)) VALUES (\(places))")
package struct SQLFragment: Sendable {
  /// The text.
  let text: String

  private init(text: String) { self.text = text }

  /// Names that a declaration lists, separated by commas; the program stops where one is no name.
  package init(names: [String]) {
    for name in names { precondition(Self.isName(name), "\(name) is no name") }
    text = names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// Parts, with a separator between them.
  package static func joined(_ parts: [SQLFragment], by separator: StaticString) -> SQLFragment {
    SQLFragment(text: parts.map(\.text).joined(separator: separator.description))
  }

  /// The placeholder of the argument with that number, counted from 1.
  package static func argument(_ number: Int) -> SQLFragment { SQLFragment(text: "$\(number)") }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}

extension SQLFragment: ExpressibleByStringInterpolation {
  /// Literals and parts in the order in which they are written.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Creates an empty text.
    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }
    /// Adds a literal.
    package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    /// Adds a part.
    package mutating func appendInterpolation(_ part: SQLFragment) { text += part.text }
  }

  /// Creates the literal.
  package init(stringLiteral literal: StaticString) { text = literal.description }
  /// Creates the literals and parts.
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
