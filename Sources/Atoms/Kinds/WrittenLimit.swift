/// A limit of a value as an atom's line writes it, where it is more than a number or a date.
package struct WrittenLimit: Sendable {
  /// `min` or `max`.
  let name: String
  /// The expression.
  let node: SourceNode

  /// Reads that limit; nil where it is a plain value or none.
  init?(_ name: String, _ properties: inout Properties) {
    guard let node = properties.node(name), let text = node.scalar, Self.isExpression(text) else { return nil }
    (self.name, self.node) = (name, node)
  }

  /// Whether the text reads something: a variable, a function, or an answer such as `bank.limit`.
  private static func isExpression(_ text: String) -> Bool {
    text.contains("$") || text.contains("(") || (text.first?.isLetter == true && text.contains("."))
  }
}
