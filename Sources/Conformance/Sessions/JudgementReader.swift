import Atoms
import Definitions
import JSON
import SourceText

extension SessionParts {
  /// The members that name the condition of a judgement.
  private static let conditions = [
    "count", "same", "differ", "body", "headers", "stored", "shown", "order", "within", "apart", "never",
  ]

  /// Reads a judgement: one condition with its parts, and the rule that it tests.
  mutating func judgement(_ node: SourceNode) -> Judgement? {
    guard var line = properties(of: node, "a judgement") else { return nil }
    let named = (node.mapping ?? []).compactMap { $0.key.scalar }.filter { Self.conditions.contains($0) }
    if named.count != 1 {
      line.error(.wrongShape, "a judgement has one of \(Self.conditions.joined(separator: ", "))", at: node.location)
    }
    let rule = line.string("rule")
    if let rule, !isRule(rule), let place = line.node("rule") {
      line.error(.unknownName, "unknown rule `\(rule)`", at: place.location)
    }
    let found = named.isEmpty ? nil : condition(named[0], &line, node)
    finish(&line, "a judgement")
    return found.map { Judgement(condition: $0, rule: rule) }
  }

  private mutating func condition(
    _ name: String, _ line: inout Properties, _ judgement: SourceNode
  ) -> Judgement.Condition? {
    guard let node = line.node(name) else { return nil }
    switch name {
    case "count": return count(node)
    case "same", "differ":
      guard let (first, second) = pair(node) else { return nil }
      let parts = texts(line.node("of")).map(RequestPart.init)
      if parts.isEmpty { line.isMissing("of", "`of` names `body`, a path or a header") }
      return .compare(first, second, parts: parts, areEqual: name == "same")
    case "body", "headers":
      guard let reference = reference(node) else { return nil }
      return name == "body" ? body(of: reference, &line) : headers(of: reference, &line)
    case "stored": return line.integer("stored", in: 0...1000).map { .stored($0) }
    case "shown": return shown(node).map { .shown($0) }
    case "order": return .order((node.sequence ?? []).compactMap { reference($0) })
    case "within", "apart":
      guard let (first, second) = pair(node) else { return nil }
      let time = seconds(line.node("seconds"), at: judgement.location)
      return name == "within" ? .within(first, second, time) : .apart(first, second, time)
    default:
      let points = line.node("in")?.sequence?.compactMap { point($0) } ?? []
      return texts(node).first.map { .never($0, points) }
    }
  }

  private mutating func count(_ node: SourceNode) -> Judgement.Condition? {
    guard let entries = node.mapping else {
      diagnostics.error(.wrongShape, "`count` takes an object, not \(node.noun)", at: node.location)
      return nil
    }
    return .count(
      entries.compactMap { entry in
        guard let point = point(entry.key) else { return nil }
        if let number = entry.value.scalar.flatMap({ Int($0) }), number >= 0 { return (point, number...number) }
        guard entry.value.mapping != nil, var line = properties(of: entry.value, "a number of requests") else {
          diagnostics.error(.wrongValue, "this is a number, or an object of `min` and `max`", at: entry.value.location)
          return nil
        }
        let least = line.integer("min", in: 0...1000) ?? 0
        let most = line.integer("max", in: 0...1000) ?? .max
        finish(&line, "a number of requests")
        return (point, least...max(least, most))
      })
  }

  private mutating func pair(_ node: SourceNode) -> (ExchangeReference, ExchangeReference)? {
    let references = (node.sequence ?? []).compactMap { reference($0) }
    guard references.count == 2, references.allSatisfy({ $0.number != nil }) else {
      diagnostics.error(.wrongShape, "this is a list of two requests, such as `submit 1`", at: node.location)
      return nil
    }
    return (references[0], references[1])
  }

  private mutating func body(of reference: ExchangeReference, _ line: inout Properties) -> Judgement.Condition {
    let equal = (line.node("equal")?.mapping ?? []).compactMap { entry in
      pointer(entry.key).map { (path: $0, value: Value(entry.value)) }
    }
    let present = (line.node("present")?.sequence ?? []).compactMap { pointer($0) }
    let absent = (line.node("absent")?.sequence ?? []).compactMap { pointer($0) }
    return .body(reference, equal: equal, present: present, absent: absent)
  }

  private mutating func headers(of reference: ExchangeReference, _ line: inout Properties) -> Judgement.Condition {
    func lines(_ name: String, _ line: inout Properties) -> [HeaderLine] {
      (line.node(name)?.mapping ?? []).map { HeaderLine(name: $0.key.scalar ?? "", value: $0.value.scalar ?? "") }
    }
    let (equal, contains) = (lines("equal", &line), lines("contains", &line))
    return .headers(
      reference, equal: equal, contains: contains, present: texts(line.node("present")),
      absent: texts(line.node("absent")))
  }
}
