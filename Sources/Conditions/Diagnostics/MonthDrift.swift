import JSON

/// A date that is computed month by month from the date of the previous row.
///
/// A month later than January 31 is February 28, and a month later than that is March 28. So the
/// following rows do not return to the 31st.
extension ConditionExpression {
  /// Returns the first call of `addMonths` that drifts: its UTF-8 range with a message.
  ///
  /// Returns nil if the date is always at the start or the end of a month.
  ///
  /// - Parameters:
  ///   - previous: The slot of the previous row.
  ///   - key: The field of the row that the expression computes.
  ///   - number: The name of the row's number.
  package func monthDrift(
    of previous: Int, key: String, number: String
  ) -> Fault? {
    checked?.monthDrift(previous, key, number)
  }
}

extension Checked {
  fileprivate func monthDrift(_ previous: Int, _ key: String, _ number: String) -> Fault? {
    var calls: [Int] = []
    for (place, node) in tree.nodes.enumerated() {
      guard case .call(_, let arguments) = node, case .builtin(let builtin) = meanings[place] else { continue }
      switch builtin {
      case .addMonths where isField(arguments[0], key, of: previous):
        // Whole years keep the day, except February 29.
        if case .literal(.integer(let months)) = tree.nodes[arguments[1]], months % 12 == 0 { continue }
        calls.append(place)
      case .endOfMonth: calls.removeAll { tree.subtreeStarts()[place]...place ~= $0 }
      // The plan probably starts on a chosen day of the month.
      case .date: return nil
      default: continue
      }
    }
    guard let call = calls.first, case .call(_, let arguments) = tree.nodes[call] else { return nil }
    let remedy = start(besides: call, previous).map { "write `\(written($0, arguments[1], number))`" }
    return Fault(
      range: tree.ranges[call],
      "`\(tree.text(of: call))` drifts: from the 31st, a shorter month moves all later dates to its last day",
      remedy: "; count from the first date: \(remedy ?? "for example `addMonths($start, \(number) - 1)`")", as: .type)
  }

  /// Returns true if the node reads that field of the previous row.
  private func isField(_ place: Int, _ key: String, of previous: Int) -> Bool {
    guard case .key(let base, key) = tree.nodes[place], case .slot(.outer(previous), _) = meanings[base] else {
      return false
    }
    return true
  }

  /// Returns the date of the first row: the other value of the TERNARY around a call.
  private func start(besides call: Int, _ previous: Int) -> Int? {
    let starts = tree.subtreeStarts()
    for (place, node) in tree.nodes.enumerated().dropFirst(call) {
      guard case .ternary(_, let a, let b) = node, starts[place] <= call else { continue }
      let other = a == call ? b : b == call ? a : nil
      return other.flatMap { other in
        let readsPrevious = (starts[other]...other).contains {
          if case .slot(.outer(previous), _) = meanings[$0] { true } else { false }
        }
        return readsPrevious ? nil : other
      }
    }
    return nil
  }

  /// Returns the call that computes the date of each row from the date of the first row.
  private func written(_ start: Int, _ months: Int, _ number: String) -> String {
    guard case .literal(.integer(let step)) = tree.nodes[months], step > 0 else {
      return "addMonths(\(tree.text(of: start)), \(tree.text(of: months)) * (\(number) - 1))"
    }
    let factor = step == 1 ? "" : "\(step) * "
    // A first date that is itself some months later than another one may already have drifted.
    if case .call(_, let arguments) = tree.nodes[start], case .builtin(.addMonths) = meanings[start],
      case .literal(.integer(step)) = tree.nodes[arguments[1]]
    {
      return "addMonths(\(tree.text(of: arguments[0])), \(factor)\(number))"
    }
    let rows = step == 1 ? "\(number) - 1" : "\(factor)(\(number) - 1)"
    return "addMonths(\(tree.text(of: start)), \(rows))"
  }
}
