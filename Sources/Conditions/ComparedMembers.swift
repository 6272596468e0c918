package import JSON

/// A member of SELF that a comparison reads, such as `data.state` in `data.state == 'CLOSED'`.
///
/// If another system's document lacks a compared member, the condition must have no result.
/// Without a mark, the missing member would be nil, and one of `==` and `!=` would hold by mistake:
///
///     let members = ConditionExpression.comparedMembers(of: "state != 'CLOSED'")
///     members[0].marked(in: ["status": "CLOSED"])  // adds a mark for `state`
///     members[0].marked(in: ["state": "OPEN"])  // nil: nothing is missing
package struct ComparedMember: Sendable, Hashable {
  /// The kind of the constant in a comparison, which the member's value must have.
  enum Kind: Sendable, Hashable {
    case text, number, boolean

    fileprivate init?(_ literal: Literal) {
      switch literal {
      case .null: return nil
      case .bool: self = .boolean
      case .integer, .decimal, .float: self = .number
      case .text: self = .text
      }
    }

    fileprivate func has(_ value: Value) -> Bool {
      switch (self, value) {
      case (.text, .string), (.number, .integer), (.number, .decimal), (.number, .float), (.boolean, .bool): true
      default: false
      }
    }
  }

  /// The names of the member, outermost first.
  let path: [String]
  /// The required kind of value; nil for any kind.
  let kind: Kind?
  /// True if a quantifier such as `ANY` compares the elements of a list.
  let ofElements: Bool
  /// The depths on the path at which a value may be null, because the same text compares it with
  /// nil. The member with the first name has depth 1.
  let optionalDepths: Set<Int>

  /// Returns a copy of the document with an unknown mark in place of each missing or unsuitable
  /// member.
  ///
  /// A member is unsuitable if it is null or of another kind. In a list of records, each record is
  /// checked. Returns nil if the document needs no mark.
  package func marked(in document: Value) -> Value? { marked(in: document, depth: 0) }

  private func marked(in value: Value, depth count: Int) -> Value? {
    if value.isNull, optionalDepths.contains(count) { return nil }
    if case .array(let elements) = value {
      guard ofElements || kind == nil else { return .unknown(.unavailable) }
      let marks = elements.map { marked(in: $0, depth: count) }
      guard marks.contains(where: { $0 != nil }) else { return nil }
      return .array(zip(marks, elements).map { $0 ?? $1 })
    }
    guard count < path.count else {
      return value.isNull || kind?.has(value) == false ? .unknown(.unavailable) : nil
    }
    guard value.unknown == nil, let mark = marked(in: value.object?[path[count]] ?? .null, depth: count + 1) else {
      return nil
    }
    var record = value.object ?? Object()
    record[path[count]] = mark
    return .object(record)
  }
}

extension ConditionExpression {
  /// Returns the members of SELF that the comparisons in an expression or a condition read.
  ///
  /// If the text also compares a member, or a record that contains it, with nil, that value may be
  /// missing. Returns an empty list for a text with a lexical or grammar fault.
  package static func comparedMembers(of text: String) -> [ComparedMember] {
    guard let tree = try? Parser.expression(text) else { return [] }
    return MemberSearch(tree).found
  }
}

/// A search for the members of SELF in the comparisons of a tree.
private struct MemberSearch {
  private let tree: SyntaxTree
  private let starts: [Int]
  /// For each node, the names of the member that it reads; nil if it reads none.
  private var paths: [[String]?] = []
  /// For each node, true if it is a prefix of a longer path.
  private var isPart: [Bool]

  init(_ tree: SyntaxTree) {
    (self.tree, starts) = (tree, tree.subtreeStarts())
    isPart = Array(repeating: false, count: tree.nodes.count)
    for node in tree.nodes {
      switch node {
      case .word(let name, _): paths.append([name])
      case .selfObject: paths.append([])
      case .key(let base, let name):
        paths.append(paths[base].map { $0 + [name] })
        isPart[base] = true
      default: paths.append(nil)
      }
    }
  }

  var found: [ComparedMember] {
    var members: [(path: [String], kind: ComparedMember.Kind?, ofElements: Bool)] = []
    var optionalPaths: Set<[String]> = []
    for case .comparison(let comparison, let left, let right) in tree.nodes {
      guard tree.nodes[left] != .literal(.null), tree.nodes[right] != .literal(.null) else {
        for side in [left, right] { optionalPaths.formUnion(self.members(in: side).map(\.path)) }
        continue
      }
      // `CONTAINS` searches in texts, lists and records, so the constant requires no kind.
      let kind = comparison.relation == .contains ? nil : kind(of: right) ?? kind(of: left)
      for side in [left, right] {
        for member in self.members(in: side) {
          members.append((member.path, member.place == side ? kind : nil, comparison.modifier != nil))
        }
      }
    }
    return members.map { member in
      ComparedMember(
        path: member.path, kind: member.kind, ofElements: member.ofElements,
        optionalDepths: Set((1...member.path.count).filter { optionalPaths.contains(Array(member.path.prefix($0))) }))
    }
  }

  private func members(in root: Int) -> [(place: Int, path: [String])] {
    (starts[root]...root).compactMap { place in
      guard !isPart[place], let path = paths[place], !path.isEmpty else { return nil }
      return (place, path)
    }
  }

  /// Returns the kind of a constant, or of the first constant in a list.
  private func kind(of place: Int) -> ComparedMember.Kind? {
    switch tree.nodes[place] {
    case .literal(let literal): ComparedMember.Kind(literal)
    case .list(let elements): elements.first.flatMap { kind(of: $0) }
    default: nil
    }
  }
}
