/// A condition taken apart into what it says of single values; kept flat, children before their parents.
///
/// A definition that is used twice stands here once, so that the size stays that of the text.
public struct Logic: Sendable {
  /// A part; the numbers are places of other parts.
  public enum Node: Sendable {
    /// Holds always or never.
    case constant(Bool)
    /// A comparison of one value with literals.
    case claim(Claim)
    /// The opposite of a part.
    case not(Int)
    /// Both parts.
    case and(Int, Int)
    /// One of both parts or both.
    case or(Int, Int)
    /// What cannot be told from single values.
    case unknown
  }

  /// The parts, the whole one last.
  public internal(set) var nodes: [Node] = []
}

extension Condition {
  /// The condition taken apart.
  public var logic: Logic {
    var reader = LogicReader()
    let root = reader.read(checked, depth: 0)
    // A definition's part may stand last but one: the whole is last.
    if root != reader.logic.nodes.count - 1 { reader.logic.nodes.append(reader.logic.nodes[root]) }
    return reader.logic
  }
}
