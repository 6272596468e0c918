import JSON

extension ConditionExpression {
  /// Returns a fault for each argument that must be a whole number and can have decimal places.
  ///
  /// - Parameters:
  ///   - source: The form of an outer slot, or of a field of the records in its list; nil if it is
  ///     not known.
  ///   - scaled: Returns true if the value of an outer slot can be limited to whole numbers.
  package func fractionalArguments(
    _ source: (_ slot: Int, _ field: String?) -> DecimalForm?, scaled: (Int) -> Bool
  ) -> [Fault] {
    checked?.fractionalArguments(source, scaled: scaled) ?? []
  }
}

extension Condition {
  /// Returns a fault for each argument that must be a whole number and can have decimal places.
  package func fractionalArguments(
    _ source: (_ slot: Int, _ field: String?) -> DecimalForm?, scaled: (Int) -> Bool
  ) -> [Fault] {
    checked?.fractionalArguments(source, scaled: scaled) ?? []
  }
}

extension Checked {
  fileprivate func fractionalArguments(
    _ source: (Int, String?) -> DecimalForm?, scaled: (Int) -> Bool
  ) -> [Fault] {
    let calls = wholeCalls
    guard !calls.isEmpty else { return [] }
    let forms = DecimalWalk(self, source).forms
    var faults: [Fault] = []
    for (builtin, arguments) in calls where faults.count < Faults.maximum {
      if let fault = roundedConstant(builtin, arguments) {
        faults.append(fault)
        continue
      }
      let parameters = builtin.parameters(of: arguments.count)
      for (index, argument) in arguments.enumerated() where parameters[index] == .integer && !isLiteral(argument) {
        let found: String
        switch forms[argument].places {
        case .limited(let count) where count > 0: found = "\(count) decimal place\(count == 1 ? "" : "s")"
        case .endless: found = "any number of decimal places"
        default: continue
        }
        let text = tree.text(of: argument)
        let problem = "`\(builtin.rawValue)` takes a whole number here, and `\(text)` can have \(found)"
        let remedy =
          exchanged(builtin, arguments, index, forms).map { ": write `\($0)`" }
          ?? (slot(of: argument).map(scaled) == true
            ? ": write `scale: 0` at `\(text.drop { $0 == "$" })`" : ": write `trunc(\(text))`")
        faults.append(Fault(range: tree.ranges[argument], problem, remedy: remedy, as: .type))
      }
    }
    return faults
  }

  /// The calls with an argument that must be a whole number and may have decimal places, and those
  /// that round a whole number.
  private var wholeCalls: [(builtin: Builtin, arguments: [Int])] {
    tree.nodes.enumerated().compactMap { place, node in
      guard case .call(_, let arguments) = node, case .builtin(let builtin) = meanings[place] else { return nil }
      let parameters = builtin.parameters(of: arguments.count)
      let isSuspect =
        builtin == .round && isWholeLiteral(arguments.first)
        || zip(parameters, arguments).contains { $0 == .integer && types[$1] != .integer && !isLiteral($1) }
      return isSuspect ? (builtin, arguments) : nil
    }
  }

  /// Returns a fault if `round` has a whole literal as its number and another value as its decimal
  /// places.
  private func roundedConstant(_ builtin: Builtin, _ arguments: [Int]) -> Fault? {
    guard builtin == .round, arguments.count > 1, isWholeLiteral(arguments[0]), !isLiteral(arguments[1]) else {
      return nil
    }
    let (number, digits) = (tree.text(of: arguments[0]), tree.text(of: arguments[1]))
    return Fault(
      range: tree.ranges[arguments[0]], "`round` takes first the number and then its decimal places, found \(number)",
      remedy: ": write `round(\(digits), \(number))`", as: .type)
  }

  /// Returns the call with the argument exchanged for another one that is a whole number; nil if
  /// no other argument is.
  private func exchanged(_ builtin: Builtin, _ arguments: [Int], _ index: Int, _ forms: [DecimalForm]) -> String? {
    let parameters = builtin.parameters(of: arguments.count)
    let others = arguments.indices.filter { other in
      other > 0 && parameters[other] == .number && forms[arguments[other]].places == .limited(0)
        && !isLiteral(arguments[other])
    }
    guard let other = others.first else { return nil }
    var order = arguments
    order.swapAt(index, other)
    return "\(builtin.rawValue)(\(order.map { tree.text(of: $0) }.joined(separator: ", ")))"
  }

  private func isLiteral(_ place: Int) -> Bool {
    switch tree.nodes[place] {
    case .literal: true
    case .negate(let operand): isLiteral(operand)
    default: false
    }
  }

  private func isWholeLiteral(_ place: Int?) -> Bool {
    if let place, case .literal(.integer) = tree.nodes[place] { true } else { false }
  }

  private func slot(of place: Int) -> Int? {
    if case .variable = tree.nodes[place], case .slot(.outer(let slot), _) = meanings[place] { slot } else { nil }
  }
}
