import JSON

/// What can be told of conditions before there are values: that they always hold, or never.
///
/// Nothing is told that is not certain: every value that could make a difference is tried.
public struct Verdict: Sendable {
  /// What is known of values beyond the conditions themselves.
  public struct Knowledge: Sendable {
    /// For a slot, the conditions without which it is nil: those that show its atom.
    public var shownIf: [Slot: [Logic]] = [:]
    /// Slots that are nil whatever happens.
    public var empty: Set<Slot> = []
    /// Slots that are not nil.
    public var filled: Set<Slot> = []

    /// Nothing is known.
    public init() {}
  }

  /// The most combinations of values that are tried.
  private static let mostCombinations = 256
  /// Beyond so many parts, what shows the atoms that are read is no longer followed.
  private static let mostFollowed = 12

  private var nodes: [Logic.Node] = []
  private let roots: [Int]
  private let rules: [(slot: Slot, root: Int)]
  private let knowledge: Knowledge

  /// Whether all the conditions at once hold always (true) or never (false); nil where that depends or is not known.
  public static func of(_ conditions: [Logic], knowing knowledge: Knowledge = Knowledge()) -> Bool? {
    // Alone they mostly tell already, or show that nothing can be told.
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
    // What shows the atoms that are read, and those that these conditions read in turn.
    while follows, scanned < nodes.count, nodes.count < Self.mostFollowed {
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
    // The answers of every claim on a term, for each value that stands for others.
    var choices: [(term: Term, values: [Value], answers: [[Bool?]], nodes: [Int])] = []
    var combinations = 1
    for (term, claims) in claims.sorted(by: { $0.value[0].node < $1.value[0].node }) {
      guard var values = Representatives.values(for: claims.map(\.claim)) else { continue }
      if let slot = term.slot, knowledge.empty.contains(slot) { values = [.null] }
      if let slot = term.slot, term.isWhole, knowledge.filled.contains(slot) { values.removeAll(where: \.isNull) }
      combinations *= values.count
      guard combinations <= Self.mostCombinations, combinations * nodes.count <= 1 << 11 else { return nil }
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
      // An atom that is not shown has no value.
      if rules.contains(where: { filled.contains($0.slot) && truths[$0.root] == false }) { continue }
      let holds = roots.reduce(Bool?.some(true)) { Self.and($0, truths[$1]) }
      guard let holds, found == nil || found == holds else { return nil }
      found = holds
    }
    return found
  }

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

  private static func and(_ a: Bool?, _ b: Bool?) -> Bool? {
    a == false || b == false ? false : a == nil || b == nil ? nil : true
  }
}

extension Logic.Node {
  /// The same part with its places moved.
  fileprivate func moved(by offset: Int) -> Logic.Node {
    switch self {
    case .constant, .claim, .unknown: self
    case .not(let a): .not(a + offset)
    case .and(let a, let b): .and(a + offset, b + offset)
    case .or(let a, let b): .or(a + offset, b + offset)
    }
  }
}
