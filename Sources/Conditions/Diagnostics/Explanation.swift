extension Condition {
  /// A description for authors: the canonical text, the inputs that the condition reads, and its
  /// tree with the type of every part.
  ///
  /// If the tree was dropped, this is the source text.
  ///
  ///     print(try Condition("a>1").explanation)
  ///     // canonical: a > 1
  ///     // reads: SELF.a
  ///     //   >    Boolean
  ///     //     a  any
  ///     //     1  integer
  public var explanation: String { checked.map { $0.explanation(of: $0.tree.root) } ?? text }
}

extension ConditionExpression {
  /// A description for authors: the canonical text, the inputs that the expression reads, and its
  /// tree with the type of every part.
  ///
  /// If the tree was dropped, this is the source text.
  public var explanation: String { checked?.explanation(of: root) ?? text }
}

extension Checked {
  func explanation(of root: Int) -> String {
    var lines = [
      "canonical: " + tree.text(of: root),
      "reads: " + (readNames.isEmpty ? "nothing" : readNames.joined(separator: ", ")),
    ]
    var rows: [(text: String, type: String)] = []
    var work = [(node: root, depth: 0)]
    while let (node, depth) = work.popLast() {
      // The indentation is limited to 40 levels.
      rows.append((String(repeating: "  ", count: min(depth, 40)) + label(node), types[node].description))
      work += tree.nodes[node].children.reversed().map { ($0, depth + 1) }
    }
    let width = min(60, rows.map { $0.text.count }.max() ?? 0)
    for row in rows {
      lines.append("  " + row.text + String(repeating: " ", count: max(0, width - row.text.count) + 2) + row.type)
    }
    return lines.joined(separator: "\n")
  }

  /// The source texts of the inputs that the tree reads, each once.
  private var readNames: [String] {
    var names: [String] = []
    for (place, meaning) in meanings.enumerated() {
      switch meaning {
      case .slot, .subject, .definition, .composed: names.append(tree.text(of: place))
      case .key: names.append("SELF." + tree.text(of: place))
      default: if case .selfObject = tree.nodes[place] { names.append("SELF") }
      }
    }
    if reads.readsClock { names.append("today()") }
    if reads.readsCalendar { names.append("the bank's calendar") }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Returns a node's operator or name, without its children.
  private func label(_ node: Int) -> String {
    switch tree.nodes[node] {
    case .key(_, let name): "." + name
    case .pathOperator(_, let name): ".@" + name
    case .index: "[ ]"
    case .position(_, let position): "[\(position.rawValue)]"
    case .call(let name, _): name + "()"
    case .subquery(_, let name, _, _): "SUBQUERY $\(name)"
    case .ternary: "TERNARY"
    case .list: "{ }"
    case .dictionary: "{ : }"
    case .negate: "-"
    case .arithmetic(let sign, _, _): sign.rawValue
    case .comparison(let comparison, _, _): (comparison.modifier.map { $0.rawValue + " " } ?? "") + comparison.spelling
    case .not: "NOT"
    case .and: "AND"
    case .or: "OR"
    default: tree.text(of: node)
    }
  }
}
