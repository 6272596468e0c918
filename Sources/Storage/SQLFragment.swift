/// The text of a statement or of a part of one. It consists of literals of the program and of other
/// fragments. User input cannot become a fragment, because that does not compile.
package struct SQLFragment: Sendable {
  let text: String

  private init(text: String) { self.text = text }

  /// Creates a list of quoted names, separated by commas. Each name must consist of lowercase
  /// letters and underscores; otherwise the process ends.
  package init(names: [String]) {
    for name in names { precondition(Self.isName(name), "\(name) is not a valid name") }
    text = names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// Returns the fragments joined by a separator.
  package static func joined(_ parts: [SQLFragment], by separator: StaticString) -> SQLFragment {
    SQLFragment(text: parts.map(\.text).joined(separator: separator.description))
  }

  /// Returns the placeholder of an argument. `number` begins at 1.
  package static func argument(_ number: Int) -> SQLFragment { SQLFragment(text: "$\(number)") }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}

extension SQLFragment: ExpressibleByStringInterpolation {
  /// The builder of an interpolated fragment.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }
    package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    package mutating func appendInterpolation(_ part: SQLFragment) { text += part.text }
  }

  package init(stringLiteral literal: StaticString) { text = literal.description }
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
