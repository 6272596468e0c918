import SourceText

/// The lengths of texts that limits and a pattern allow together.
extension TextRules {
  /// Adds an error if no text within the limits matches the pattern.
  func refuseContradiction(of content: TextInputKind.Content, _ properties: inout Properties) {
    guard let patternText, let node = properties.node("pattern"), !hasContradictingLimits,
      PatternWalk.lengths(of: patternText, Self.place(of: content), in: range)?.isEmpty == true
    else { return }
    let texts = content == .digits || content == .code ? "digits" : "text"
    let problem: String
    switch PatternWalk.lengths(of: patternText, Self.place(of: content), in: 1...Int.max) {
    case let found? where found.isEmpty: problem = "`pattern` matches no \(texts)"
    case let found? where found.count <= 3:
      let lengths = found.sorted().map(String.init).joined(separator: " or ")
      problem = "`pattern` matches only \(texts) of length \(lengths), excluded by \(limitNames)"
    default: problem = "`pattern` matches no \(texts) within \(limitNames)"
    }
    properties.error(.noPossibleValue, "\(problem): no value can pass", at: node.location)
  }

  /// Returns the lengths among `allowed` that the limits and the pattern allow; nil if they are
  /// unknown.
  func possibleLengths(of content: TextInputKind.Content, among allowed: [Int]) -> Set<Int>? {
    guard !hasContradictingLimits else { return nil }
    let fitting = Set(allowed.filter(range.contains))
    guard !fitting.isEmpty, let patternText else { return fitting }
    let matched = PatternWalk.lengths(of: patternText, Self.place(of: content), in: 1...(fitting.max() ?? 1))
    return matched.map(fitting.intersection)
  }

  /// Returns the lengths within the limits of texts that match a pattern; nil if they are unknown.
  func possibleLengths(of content: TextInputKind.Content, matching pattern: String) -> Set<Int>? {
    if hasContradictingLimits { return nil }
    let place = Self.place(of: content)
    return PatternWalk.canMatch(pattern, place) == false ? [] : PatternWalk.lengths(of: pattern, place, in: range)
  }

  /// Returns the end of a message about the rule that excludes all texts with this beginning; nil
  /// if each rule permits one.
  func rule(refusingBeginning part: String) -> String? {
    guard !hasContradictingLimits else { return nil }
    if part.unicodeScalars.count > range.upperBound { return ", which is longer than \(limitNames)" }
    guard let patternText, PatternWalk.canBegin(patternText, with: part) == false else { return nil }
    return ", which `pattern` excludes"
  }

  /// True for limits that are reported as contradicting.
  private var hasContradictingLimits: Bool { (minLength ?? 1) > (maxLength ?? Int.max) }

  private var range: ClosedRange<Int> { (length ?? minLength ?? 1)...(length ?? maxLength ?? Int.max) }

  /// The limits of the length as written, for a message.
  var limitNames: String {
    let names = [("length", length), ("minLength", minLength), ("maxLength", maxLength)]
    return names.compactMap { name, limit in limit.map { "`\(name): \($0)`" } }.joined(separator: " and ")
  }

  private static func place(of content: TextInputKind.Content) -> Mask.Place {
    content == .digits || content == .code ? .digit : .any
  }
}
