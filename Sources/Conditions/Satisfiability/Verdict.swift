package import JSON

/// A proof, without values, that conditions always or never hold.
///
/// It tests every combination of representative values, so every verdict is certain.
///
///     let condition = try Condition("$type == 1 AND $type == 2", in: scope)
///     Verdict.of([condition.logic])  // false: it never holds
public struct Verdict: Sendable {
  /// Facts about the values in addition to the conditions.
  public struct Knowledge: Sendable {
    /// For each slot, the conditions that show its atom; the slot is nil unless all of them hold.
    public var shownIf: [Slot: [Logic]] = [:]
    /// The slots that are always nil.
    public var empty: Set<Slot> = []
    /// The slots that are never nil.
    public var filled: Set<Slot> = []
    /// For each slot, values that it never has.
    package var excluded: [Slot: [Value]] = [:]

    /// Creates an empty set of facts.
    public init() {}
  }

  /// Maximum number of tested combinations; if there are more, the verdict is nil.
  private static let maxCombinations = 256
  /// `shownIf` conditions are added only while there are fewer parts than this.
  private static let maxFollowed = 12

  private var nodes: [Logic.Node] = []
  private let roots: [Int]
  private let rules: [(slot: Slot, root: Int)]
  private let knowledge: Knowledge

  /// Returns true if all conditions together always hold, and false if they never hold together.
  ///
  /// - Parameters:
  ///   - conditions: The conditions, combined by `AND`.
  ///   - knowledge: Facts about the values.
  /// - Returns: nil if the result depends on the values, if an unknown part matters, or if there
  ///   are too many combinations.
  public static func of(_ conditions: [Logic], knowing knowledge: Knowledge = Knowledge()) -> Bool? {
    // Try without `shownIf` first.
    if let result = Verdict(conditions, knowledge, follows: false).result { return result }
    return knowledge.shownIf.isEmpty ? nil : Verdict(conditions, knowledge, follows: true).result
  }

  private init(_ conditions: [Logic], _ knowledge: Knowledge, follows: Bool) {
    var nodes: [Logic.Node] = []
    func add(_ condition: Logic) -> Int {
      let offset = nodes.count
      nodes += condition.nodes.map { $0.moved(by: offset) }
      return nodes.count - 1
    }
    roots = conditions.map(add)
    var rules: [(slot: Slot, root: Int)] = []
    var known: Set<Slot> = []
    var scanned = 0
    // Add the conditions that show the atoms read so far, including atoms read by added conditions.
    while follows, scanned < nodes.count, nodes.count < Self.maxFollowed {
      if case .claim(let claim) = nodes[scanned], let slot = claim.term.slot, known.insert(slot).inserted {
        for condition in knowledge.shownIf[slot] ?? [] { rules.append((slot, add(condition))) }
      }
      scanned += 1
    }
    self.knowledge = knowledge
    (self.nodes, self.rules) = (nodes, rules)
  }

  private var result: Bool? {
    var claims: [Term: [(node: Int, claim: Claim)]] = [:]
    for (place, node) in nodes.enumerated() {
      if case .claim(let claim) = node { claims[claim.term, default: []].append((place, claim)) }
    }
    // For each term, the results of its claims for each representative value.
    var choices: [(term: Term, values: [Value], answers: [[Bool?]], nodes: [Int])] = []
    var combinations = 1
    for (term, claims) in claims.sorted(by: { $0.value[0].node < $1.value[0].node }) {
      guard var values = Representatives.values(for: claims.map(\.claim)) else { continue }
      if let slot = term.slot, knowledge.empty.contains(slot) { values = [.null] }
      let isValue = term.isWhole || term.measure != nil
      if let slot = term.slot, isValue, knowledge.filled.contains(slot) { values.removeAll(where: \.isNull) }
      if term.isWhole, let slot = term.slot, let excluded = knowledge.excluded[slot] {
        values.removeAll { value in excluded.contains { Equality.holds($0, value) } }
      }
      combinations *= values.count
      guard combinations <= Self.maxCombinations, combinations * nodes.count <= 1 << 11 else { return nil }
      let answers = values.map { value in claims.map { $0.claim.holds(of: value) } }
      choices.append((term, values, answers, claims.map(\.node)))
    }
    var truths = [Bool?](repeating: nil, count: nodes.count)
    var found: Bool?
    for combination in 0..<combinations {
      var rest = combination
      var filled: Set<Slot> = []
      for choice in choices {
        let (place, answers) = (rest % choice.values.count, choice.answers[rest % choice.values.count])
        rest /= choice.values.count
        for (node, answer) in zip(choice.nodes, answers) { truths[node] = answer }
        if let slot = choice.term.slot, !choice.values[place].isNull { filled.insert(slot) }
      }
      workOut(&truths)
      // A hidden atom has no value, so this combination cannot occur.
      if rules.contains(where: { filled.contains($0.slot) && truths[$0.root] == false }) { continue }
      let holds = roots.reduce(Bool?.some(true)) { Self.and($0, truths[$1]) }
      guard let holds, found == nil || found == holds else { return nil }
      found = holds
    }
    return found
  }

  /// Computes the truth of every part from the truths of the claims; nil is unknown.
  private func workOut(_ truths: inout [Bool?]) {
    for (place, node) in nodes.enumerated() {
      switch node {
      case .constant(let bool): truths[place] = bool
      case .claim, .unknown: continue
      case .not(let a): truths[place] = truths[a].map { !$0 }
      case .and(let a, let b): truths[place] = Self.and(truths[a], truths[b])
      case .or(let a, let b):
        truths[place] =
          truths[a] == true || truths[b] == true ? true : truths[a] == nil || truths[b] == nil ? nil : false
      }
    }
  }

  /// Returns the conjunction in three-valued logic, where nil is unknown.
  private static func and(_ a: Bool?, _ b: Bool?) -> Bool? {
    a == false || b == false ? false : a == nil || b == nil ? nil : true
  }
}

extension Logic.Node {
  /// Returns the part with its indices increased by an offset.
  fileprivate func moved(by offset: Int) -> Logic.Node {
    switch self {
    case .constant, .claim, .unknown: self
    case .not(let a): .not(a + offset)
    case .and(let a, let b): .and(a + offset, b + offset)
    case .or(let a, let b): .or(a + offset, b + offset)
    }
  }
}
