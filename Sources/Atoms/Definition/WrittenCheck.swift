/// A check as an atom's line writes it: `check: condition`, or `{check: ..., message: ..., severity: warning}`.
struct WrittenCheck {
  let condition: SourceNode
  let message: WrittenText?
  /// Whether a broken rule refuses the value or is only told; where that is not said, the verification's reason decides.
  let severity: Severity?

  /// What a broken rule does.
  enum Severity: String, CaseIterable { case error, warning }

  /// The checks of a line: `check` with `message`, each one or a list, or a list of mappings.
  static func all(_ properties: inout Properties) -> [WrittenCheck] {
    guard let node = properties.node("check") else {
      if let message = properties.node("message") {
        properties.error("`message` requires `check`", at: message.location)
      }
      return []
    }
    let written = node.sequence ?? [node]
    let messages = properties.node("message").map { $0.sequence ?? [$0] } ?? []
    let texts = messages.map { properties.written("message", $0) }
    if let extra = messages.dropFirst(written.count).first {
      properties.error("there are more messages than checks", at: extra.location)
    }
    return written.enumerated().compactMap { index, node in
      let message = texts.indices.contains(index) ? texts[index] : nil
      guard let entries = node.mapping else {
        return WrittenCheck(condition: node, message: message, severity: nil)
      }
      if messages.indices.contains(index) {
        properties.error(
          "`message` stands beside a check that is a mapping: it belongs inside", at: messages[index].location)
      }
      return one(entries, at: node.location, &properties)
    }
  }

  private static func one(
    _ entries: [SourceNode.Entry], at location: Location, _ properties: inout Properties
  ) -> WrittenCheck? {
    var parts = Properties(entries, at: location)
    let condition = parts.node("check")
    let message = parts.written("message")
    let severity = parts.word("severity", of: Severity.allCases.map(\.rawValue))
    if condition == nil { parts.error("a check is written as {check: condition, ...}", at: location) }
    parts.refuseTheRest(of: "a check")
    properties.append(parts.diagnostics)
    return condition.map { WrittenCheck(condition: $0, message: message, severity: severity.flatMap(Severity.init)) }
  }
}
