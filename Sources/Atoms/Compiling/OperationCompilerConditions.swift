import Conditions
import SourceText

extension OperationCompiler {
  /// Compiles the condition at a node; returns nil after adding an error for each fault.
  ///
  /// - Parameter fields: The forms of an option's fields, for a filter.
  mutating func condition(_ node: SourceNode, in scope: Scope, fields: [String: ValueForm] = [:]) -> Condition? {
    guard let text = node.scalar else {
      diagnostics.error(.wrongShape, "a condition must be text, not \(node.noun)", at: node.location)
      return nil
    }
    return condition(text, node, in: scope, subject: nil, fields: fields)
  }

  mutating func condition(
    _ text: String, _ node: SourceNode, in scope: Scope, subject: String?, isRule: Bool = true,
    fields: [String: ValueForm] = [:]
  ) -> Condition? {
    guard diagnostics.isShort(text, at: node.location) else { return nil }
    let scope = view(scope, in: node.location.file)
    do {
      let condition = try Condition(text, in: scope, subject: subject)
      review.note(condition, at: node.location, checking: isRule ? subject.flatMap { scope.variables[$0]?.slot } : nil)
      warn(.suspiciousExpression, condition.handmadeRemainders + condition.zeroQuotients, in: text, at: node.location)
      let fractions = condition.fractionalArguments({ self.wholeForm(of: $0, $1) }, scaled: { self.canBeScaled($0) })
      warn(.suspiciousExpression, fractions, in: text, at: node.location)
      warnOfComparisons(in: condition, scope, fields: fields, at: node.location)
      if !currencies.isEmpty {
        warn(.mixedCurrencies, condition.mixedUnits(currencies), in: text, at: node.location)
      }
      return condition
    } catch {
      note(error, in: text, at: node.location, scope)
      return nil
    }
  }

  mutating func expression(_ node: SourceNode, in scope: Scope) -> ConditionExpression? {
    guard let text = node.scalar else {
      diagnostics.error(.wrongShape, "an expression must be text, not \(node.noun)", at: node.location)
      return nil
    }
    guard diagnostics.isShort(text, at: node.location) else { return nil }
    let scope = view(scope, in: node.location.file)
    do {
      let expression = try ConditionExpression(text, in: scope)
      review.note(expression.reads)
      warn(.suspiciousExpression, expression.handmadeRemainders + expression.zeroQuotients, in: text, at: node.location)
      let fractions = expression.fractionalArguments({ self.wholeForm(of: $0, $1) }, scaled: { self.canBeScaled($0) })
      warn(.suspiciousExpression, fractions, in: text, at: node.location)
      warnOfComparisons(in: expression, scope, of: text, at: node.location)
      if !currencies.isEmpty {
        warn(.mixedCurrencies, expression.mixedUnits(currencies), in: text, at: node.location)
      }
      return expression
    } catch {
      note(error, in: text, at: node.location, scope)
      return nil
    }
  }

  /// Adds a warning for each suspicious part of a condition or expression.
  ///
  /// - Parameter offset: The place of the condition in the text.
  mutating func warn(
    _ code: FindingCode, _ slips: [Fault], in text: String, at location: Location, offset: Int = 0
  ) {
    for slip in slips {
      let place = location.inside(text, offset: offset + slip.range.lowerBound)
      diagnostics.warning(code, slip.problem, remedy: slip.ending, at: place)
    }
  }

  mutating func note(_ faults: Faults, in text: String, at location: Location, _ scope: Scope) {
    for fault in faults {
      let place = fault.range.lowerBound
      diagnostics.error(helped(fault, in: text, location.file, scope), at: location.inside(text, offset: place))
    }
  }

  /// Returns a fault with help from the names of the operation.
  func helped(_ fault: Fault, in text: String, _ file: SourceFile, _ scope: Scope) -> Fault {
    let before = String(decoding: text.utf8.prefix(fault.range.lowerBound), as: UTF8.self)
    return keyFault(before, fault, in: file) ?? joinedNameFault(fault, in: text, scope)
      ?? recordFault(fault, in: text, scope) ?? typedFault(fault, in: text, scope)
      ?? helped(fault, in: file, scope).adding(remedy: fieldHint(for: before, fault.message, in: file))
  }

  /// Returns the fault of a name that is written with a point, such as `$payer.name` for
  /// `$payerName`; nil for any other fault.
  private func joinedNameFault(_ fault: Fault, in text: String, _ scope: Scope) -> Fault? {
    let words = fault.message.split(separator: "`", omittingEmptySubsequences: false)
    guard fault.message.hasPrefix("unknown variable `$"), words.count > 2 else { return nil }
    let rest = text.utf8.dropFirst(fault.range.upperBound)
    let key = String(decoding: rest.dropFirst().prefix(while: CommonMistakes.isOfName), as: UTF8.self)
    let name = words[1].dropFirst()
    guard rest.first == UInt8(ascii: "."), let first = key.first,
      let meant = ["\(name)\(first.uppercased())\(key.dropFirst())", "\(name)_\(key)"].first(
        where: scope.knows(variable:))
    else { return nil }
    return Fault(
      range: fault.range, "unknown variable `\(words[1])`", remedy: ": write `$\(meant)` for `$\(name).\(key)`",
      as: fault.code)
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

  /// Returns the fault of a field that is a range in the keys of an answer's table, such as
  /// `rates.amount`; nil for any other fault.
  private func keyFault(_ before: String, _ fault: Fault, in file: SourceFile) -> Fault? {
    guard fault.message.hasPrefix("there is no field `"), before.hasSuffix(".") else { return nil }
    let field = fault.message.split(separator: "`", omittingEmptySubsequences: false)[1]
    let name = String(before.dropLast().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last ?? "")
    guard let call = lookups.first(where: { $0.name == name || $0.name == file.whole(name) }), let table = call.table,
      let column = table.columns.firstIndex(where: { $0.name == field }), table.columns[column].isRange
    else { return nil }
    let remedy = column == 0 ? "; read the value that is looked up, `$\(drafts[call.subject].writtenID)`" : ""
    let problem = "`\(field)` is a range in the keys of table `\(table.name)`, so a row has no single value for it"
    return Fault(range: fault.range, problem, remedy: remedy, as: fault.code)
  }

  /// Returns the fault of an unknown name with help from the vocabulary and the other atoms.
  func helped(_ fault: Fault, in file: SourceFile, _ scope: Scope) -> Fault {
    let message = fault.message
    if let fault = previousFault(fault, in: scope) { return fault }
    if message.hasPrefix("unknown variable `$") {
      let name = message.dropFirst("unknown variable `$".count).prefix { $0 != "`" }
      if let text = parameterFault(String(name), in: file) { return Fault(range: fault.range, text, as: .type) }
    }
    if message.hasPrefix("unknown variable `$"), message.hasSuffix("`") {
      let name = message.dropFirst("unknown variable `$".count).dropLast()
      let whole = file.whole(String(name))
      let owner = drafts.first { ($0.id == name || $0.id == whole) && $0.position.owner != nil }?.position.owner
      if let owner { return fault.onlyInItems(of: drafts[owner].id) }
      let call = lookups.first { $0.name == name || $0.name == file.whole(String(name)) }
      let list = call.flatMap { self.owner(of: $0) }.map { drafts[$0].id }
      return list.map { fault.onlyInItems(of: $0).adding(remedy: ", as `\(name)`") } ?? fault
    }
    let head = "unknown name `"
    guard message.hasPrefix(head), message.hasSuffix("`") else { return fault }
    let name = String(message.dropFirst(head.count).dropLast())
    if let call = lookups.first(where: { $0.name == name }), let owner = owner(of: call) {
      return fault.onlyInItems(of: drafts[owner].id)
    }
    if isPublic, vocabulary.facts[name] != nil {
      let text = "`\(name)` is a fact about a person, which a public operation cannot read"
      return Fault(range: fault.range, text, as: .unknownName)
    }
    guard vocabulary.lookups[name] == nil else {
      if let call = lookups.first(where: { $0.directory == name }) {
        return fault.adding(remedy: ": the answer of this lookup is named `\(call.name)`")
      }
      return Fault(range: fault.range, "\(message): no atom has `lookup: \(name)`", as: .unknownName)
    }
    let verifications = vocabulary.verifications.keys.sorted()
    let near = suggestion(for: name, among: verifications)
    // An unknown bare word such as `isInn` is probably meant as a verification.
    let isCall = name.hasPrefix("is") && name.dropFirst(2).first?.isUppercase == true
    return fault.adding(
      remedy: near.isEmpty && isCall && !verifications.isEmpty ? "; there is \(verifications.listed)" : near)
  }
}

extension OperationCompiler {
  /// Returns the fault of a name for the previous item of a list (`from`); nil for other faults.
  private func previousFault(_ fault: Fault, in scope: Scope) -> Fault? {
    guard ["unknown name `previous`", "unknown variable `$previous`"].contains(fault.message),
      let owner = scope.owner
    else { return nil }
    let list = drafts[owner].id
    let number = drafts.indices.first { drafts[$0].position.owner == owner && drafts[$0].input?.type == .number }
    let field = number.map { drafts[$0].id } ?? "amount"
    let remedy =
      "; compute the value in rows with `over: $\(list).@count` and `as: n`, which read `$\(list)[n - 1].\(field)`"
    let problem = "\(fault.message): items of a list (`from`) have no previous row"
    return Fault(range: fault.range, problem, remedy: remedy, as: fault.code)
  }
}
