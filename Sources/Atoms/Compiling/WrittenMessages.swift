import SourceText

/// The author's texts for violations of rules: `messages: {pattern: ..., required: ...}`.
struct WrittenMessages {
  private(set) var texts: [(rule: MessageRule, text: WrittenText)] = []

  init() {}

  /// Reads the texts of an input.
  ///
  /// - Parameter isRequirable: True if the input can be required.
  init(_ properties: inout Properties, of id: String, _ kind: any AtomKind, isRequirable: Bool) {
    guard let node = properties.node("messages") else { return }
    guard let entries = node.mapping, !entries.isEmpty else {
      properties.error(
        .wrongShape,
        "`messages` takes texts by rule, such as {pattern: {ru: ..., en: ...}}, not \(node.mapping == nil ? node.noun : "none")",
        at: node.location)
      return
    }
    for entry in entries {
      let name = entry.key.scalar ?? ""
      guard let rule = MessageRule(rawValue: name) else {
        let rules = MessageRule.allCases.map(\.rawValue)
        let near = suggestion(for: name, among: rules)
        properties.error(
          .unknownProperty, "`\(name)` is not a rule of `messages`",
          remedy: near.isEmpty ? "; there is \(rules.listed)" : near, at: entry.key.location)
        continue
      }
      if let lack = Self.lack(of: rule, &properties, kind, isRequirable: isRequirable) {
        properties.error(.unused, "this text is never shown: `\(id)` \(lack)", at: entry.key.location)
      }
      if let text = properties.written("messages.\(name)", entry.value) { texts.append((rule, text)) }
    }
  }

  /// Returns the reason why the rule cannot be violated; nil if it can.
  private static func lack(
    of rule: MessageRule, _ properties: inout Properties, _ kind: any AtomKind, isRequirable: Bool
  ) -> String? {
    let input = kind as? TextInputKind
    let hasRule =
      switch rule {
      case .required: isRequirable
      case .pattern where input?.content == .email || input?.content == .phone: true
      case _ where input?.formatFrom != nil && (rule == .length || rule == .pattern): true
      // Posted text can be an invalid number, date or time.
      case .type: isTyped(kind)
      case .scale where input?.content == .amount: true
      case .option: kind is SearchKind || (kind as? any InputKind)?.options != nil
      case .lookup where kind is SearchKind: false
      case .duplicate: properties.has("unique")
      // A list with items added by people always has a maximum.
      case .max where (kind as? RepeatKind).map { $0.items == nil } ?? false: true
      default: properties.has(rule.rawValue)
      }
    if hasRule { return nil }
    switch rule {
    case .required: return "is never required"
    case .type: return "accepts any text or choice"
    case .option: return "has no options"
    case .duplicate: return "has no `unique`"
    default: return "has no `\(rule.rawValue)`"
    }
  }

  /// Returns true if a person can enter text that is not a value of the kind.
  private static func isTyped(_ kind: any AtomKind) -> Bool {
    guard let input = kind as? any InputKind, input.options == nil, !(kind is RepeatKind) else { return false }
    return input.typeSentence != "type"
  }
}
