import Conditions
package import SourceText

extension OperationCompiler {
  /// Compiles the condition at a node; returns nil after adding an error for each fault.
  mutating func condition(_ node: SourceNode, in scope: Scope) -> Condition? {
    guard let text = node.scalar else {
      diagnostics.error("a condition must be text, not \(node.noun)", at: node.location)
      return nil
    }
    return condition(text, node, in: scope, subject: nil)
  }

  mutating func condition(
    _ text: String, _ node: SourceNode, in scope: Scope, subject: String?, isRule: Bool = true
  ) -> Condition? {
    guard diagnostics.isShort(text, at: node.location) else { return nil }
    let scope = view(scope, in: node.location.file)
    do {
      let condition = try Condition(text, in: scope, subject: subject)
      review.note(condition, at: node.location, checking: isRule ? subject.flatMap { scope.variables[$0]?.slot } : nil)
      warn(of: condition.handmadeRemainders, in: text, at: node.location)
      if !currencies.isEmpty { warn(of: condition.mixedUnits(currencies), in: text, at: node.location) }
      return condition
    } catch {
      note(error, in: text, at: node.location)
      return nil
    }
  }

  mutating func expression(_ node: SourceNode, in scope: Scope) -> ConditionExpression? {
    guard let text = node.scalar else {
      diagnostics.error("an expression must be text, not \(node.noun)", at: node.location)
      return nil
    }
    guard diagnostics.isShort(text, at: node.location) else { return nil }
    let scope = view(scope, in: node.location.file)
    do {
      let expression = try ConditionExpression(text, in: scope)
      review.note(expression.reads)
      warn(of: expression.handmadeRemainders, in: text, at: node.location)
      if !currencies.isEmpty { warn(of: expression.mixedUnits(currencies), in: text, at: node.location) }
      return expression
    } catch {
      note(error, in: text, at: node.location)
      return nil
    }
  }

  /// Adds a warning for each suspicious part of a condition or expression.
  mutating func warn(of slips: [(range: Range<Int>, message: String)], in text: String, at location: Location) {
    for slip in slips {
      diagnostics.warning(slip.message, at: location.inside(text, offset: slip.range.lowerBound))
    }
  }

  mutating func note(_ faults: Faults, in text: String, at location: Location) {
    for fault in faults {
      let place = fault.range.lowerBound
      let hint = fieldHint(
        for: String(decoding: text.utf8.prefix(place), as: UTF8.self), fault.message, in: location.file)
      diagnostics.error(helped(fault.message, in: location.file) + hint, at: location.inside(text, offset: place))
    }
  }

  /// Returns a hint for a key of an atom's value that is a field of its lookup, such as
  /// `$bic.name`.
  ///
  /// - Parameter before: The text before the key.
  private func fieldHint(for before: String, _ message: String, in file: SourceFile) -> String {
    let words = message.split(separator: "`", omittingEmptySubsequences: false)
    guard message.contains("has no key `"), words.count == 3,
      let name = before.split(separator: "$", omittingEmptySubsequences: false).last?.dropLast(), before.hasSuffix("."),
      let place = drafts.firstIndex(where: { $0.id == name || $0.id == file.whole(String(name)) })
    else { return "" }
    if let call = lookups.first(where: { $0.subject == place }), call.fields.contains(where: { $0.name == words[1] }) {
      return ", write `\(call.name).\(words[1])`"
    }
    return ""
  }

  /// Returns the message of an unknown name with help from the vocabulary and the other atoms.
  func helped(_ message: String, in file: SourceFile) -> String {
    if message.hasPrefix("unknown variable `$") {
      let name = message.dropFirst("unknown variable `$".count).prefix { $0 != "`" }
      if let fault = parameterFault(String(name), in: file) { return fault }
    }
    if message.hasPrefix("unknown variable `$"), message.hasSuffix("`") {
      let name = message.dropFirst("unknown variable `$".count).dropLast()
      let whole = file.whole(String(name))
      let owner = drafts.first { ($0.id == name || $0.id == whole) && $0.position.owner != nil }?.position.owner
      return owner.map { "\(message): it is only available in items of `\(drafts[$0].id)`" } ?? message
    }
    let head = "unknown name `"
    guard message.hasPrefix(head), message.hasSuffix("`") else { return message }
    let name = String(message.dropFirst(head.count).dropLast())
    if let call = lookups.first(where: { $0.name == name }), let owner = owner(of: call) {
      return "\(message): it is only available in items of `\(drafts[owner].id)`"
    }
    if isPublic, vocabulary.facts[name] != nil {
      return "`\(name)` is a fact about a person, which a public operation cannot read"
    }
    guard vocabulary.lookups[name] == nil else { return "\(message): no atom has `lookup: \(name)`" }
    let verifications = vocabulary.verifications.keys.sorted()
    let near = suggestion(for: name, among: verifications)
    // An unknown bare word such as `isInn` is probably meant as a verification.
    let isCall = name.hasPrefix("is") && name.dropFirst(2).first?.isUppercase == true
    return message + (near.isEmpty && isCall && !verifications.isEmpty ? "; there is \(verifications.listed)" : near)
  }
}

extension Diagnostics {
  /// The maximum length of a condition or expression in bytes.
  ///
  /// Checking compares the parts of a condition with each other, so the cost grows faster than the
  /// length.
  static let maxBytesOfCondition = 16_384

  /// Returns true if the text is short enough to compile as a condition; otherwise adds an error.
  package mutating func isShort(_ text: String, at location: Location) -> Bool {
    let maximum = Self.maxBytesOfCondition
    if text.utf8.count <= maximum { return true }
    error("a condition has at most \(maximum) bytes, and this one has \(text.utf8.count)", at: location)
    return false
  }
}
