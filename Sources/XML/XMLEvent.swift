/// An event of libxml2's parser.
package enum XMLEvent {
  /// The opening tag of an element. `namespace` is empty without a namespace. `attributes` contains
  /// the attributes without a prefix.
  case start(String, namespace: String, attributes: [String: String])
  /// Text in an element, or a part of it. The content of CDATA sections is not reported.
  case text(String)
  /// The closing tag of an element.
  case end(String)
}

/// A line and column of an XML text.
package struct XMLPlace: Sendable, Equatable {
  /// The line, from 1.
  package let line: Int
  /// The column, from 1. For an element, the column at the end of its opening tag.
  package let column: Int
}

/// The reason why libxml2 stopped.
package struct XMLProblem: Sendable, Equatable {
  /// The number of the error (`xmlParserErrors`).
  package let code: Int
  package let place: XMLPlace
}
