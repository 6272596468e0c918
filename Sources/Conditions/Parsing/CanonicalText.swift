import JSON

extension SyntaxTree: CustomStringConvertible {
  /// The canonical text: keywords in upper case, single spaces, only the necessary parentheses.
  ///
  /// Parsing it gives an equal tree.
  var description: String { nodes.isEmpty ? "" : text(of: root) }

  func text(of root: Int) -> String {
    var text = ""
    var work: [Piece] = [.node(root, minimum: 0)]
    while let piece = work.popLast() {
      switch piece {
      case .text(let part): text += part
      case .node(let place, let minimum):
        var parts = pieces(place)
        if precedence(nodes[place]) < minimum { parts = [.text("(")] + parts + [.text(")")] }
        work.append(contentsOf: parts.reversed())
      }
    }
    return text
  }

  /// A part of the text on the work stack.
  private enum Piece {
    case text(String)
    /// A subtree, in parentheses if its precedence is below `minimum`.
    case node(Int, minimum: Int)
  }

  private func pieces(_ place: Int) -> [Piece] {
    switch nodes[place] {
    case .literal(let literal): return [.text(literal.spelling)]
    case .variable(let name), .local(let name, _, _): return [.text("$" + name)]
    case .word(let name, let escaped): return [.text(escaped ? "#" + name : name)]
    case .rootOperator(let name): return [.text("@" + name)]
    case .selfObject: return [.text("SELF")]
    case .key(let base, let name):
      return [dotted(base), .text("." + (Keyword.named(name) == nil ? name : "#" + name))]
    case .pathOperator(let base, let name): return [dotted(base), .text(".@" + name)]
    case .index(let base, let index):
      return [.node(base, minimum: 10), .text("["), .node(index, minimum: 0), .text("]")]
    case .position(let base, let position): return [.node(base, minimum: 10), .text("[\(position.rawValue)]")]
    case .call(let name, let arguments): return [.text(name + "(")] + list(arguments) + [.text(")")]
    case .subquery(let collection, let name, _, let predicate):
      return [
        .text("SUBQUERY("), .node(collection, minimum: 0), .text(", $\(name), "), .node(predicate, minimum: 0),
        .text(")"),
      ]
    case .ternary(let a, let b, let c): return [.text("TERNARY(")] + list([a, b, c]) + [.text(")")]
    case .list(let elements): return [.text("{")] + list(elements) + [.text("}")]
    case .dictionary(let elements):
      let entries = stride(from: 0, to: elements.count - 1, by: 2).map { place in
        [.node(elements[place], minimum: 0), .text(": "), .node(elements[place + 1], minimum: 0)] as [Piece]
      }
      return [.text("{")] + Array(entries.joined(separator: [.text(", ")])) + [.text("}")]
    case .negate(let operand): return [.text("-"), .node(operand, minimum: 9)]
    case .arithmetic(let sign, let a, let b):
      return [.node(a, minimum: sign.precedence), .text(" \(sign.rawValue) "), .node(b, minimum: sign.precedence + 1)]
    case .comparison(let comparison, let a, let b):
      let modifier = comparison.modifier.map { $0.rawValue + " " } ?? ""
      return [.text(modifier), .node(a, minimum: 6), .text(" \(comparison.spelling) "), .node(b, minimum: 6)]
    case .not(let operand): return [.text("NOT "), .node(operand, minimum: 3)]
    case .and(let a, let b): return [.node(a, minimum: 2), .text(" AND "), .node(b, minimum: 3)]
    case .or(let a, let b): return [.node(a, minimum: 1), .text(" OR "), .node(b, minimum: 2)]
    case .constant(let bool): return [.text(bool ? "TRUEPREDICATE" : "FALSEPREDICATE")]
    }
  }

  /// Returns the base of a key path; a number is in parentheses, because `1.a` is a malformed
  /// number.
  private func dotted(_ base: Int) -> Piece {
    switch nodes[base] {
    case .literal(.integer), .literal(.decimal), .literal(.float): .node(base, minimum: 11)
    default: .node(base, minimum: 10)
    }
  }

  private func list(_ elements: [Int]) -> [Piece] {
    Array(elements.map { [.node($0, minimum: 0)] }.joined(separator: [.text(", ")]))
  }

  private func precedence(_ node: Node) -> Int {
    switch node {
    case .or: 1
    case .and: 2
    case .not: 3
    case .comparison: 5
    case .arithmetic(let sign, _, _): sign.precedence
    case .negate: 9
    default: 10
    }
  }
}

extension Literal {
  var spelling: String {
    switch self {
    case .null: return "NULL"
    case .bool(let bool): return bool ? "YES" : "NO"
    case .integer(let number): return String(number)
    case .decimal(let number):
      let digits = String(number.coefficient)
      guard number.exponent < 0 else { return digits + String(repeating: "0", count: number.exponent) }
      let padded = String(repeating: "0", count: max(0, 1 - number.exponent - digits.utf8.count)) + digits
      return "\(padded.dropLast(-number.exponent)).\(padded.suffix(-number.exponent))"
    case .float(let number):
      let digits = number.description
      return digits.contains("e") ? digits : digits + "e0"
    case .text(let text): return Literal.quoted(text)
    }
  }

  /// Returns the text in single quotes, with the necessary escapes.
  private static func quoted(_ text: String) -> String {
    var quoted = "'".unicodeScalars
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": quoted.append(contentsOf: "\\\(scalar)".unicodeScalars)
      case "\n": quoted.append(contentsOf: "\\n".unicodeScalars)
      case "\t": quoted.append(contentsOf: "\\t".unicodeScalars)
      case "\r": quoted.append(contentsOf: "\\r".unicodeScalars)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted.append(contentsOf: ("\\x" + (digits.utf8.count < 2 ? "0" : "") + digits).unicodeScalars)
      default: quoted.append(scalar)
      }
    }
    quoted.append("'")
    return String(quoted)
  }
}
