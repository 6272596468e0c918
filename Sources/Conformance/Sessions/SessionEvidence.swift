import JSON

/// The records of a session, and their judgement.
struct SessionEvidence: Sendable {
  /// A failed judgement.
  struct Failure: Sendable {
    let reason: String
    let rule: String?
    /// The offending request.
    var exchange: RecordedExchange?
  }

  let exchanges: [RecordedExchange]
  /// The number of submissions that the session has stored.
  let stored: Int
  /// The last result of `look`; nil if a person uses the client.
  let look: Object?
  /// The factor of time limits.
  let slack: Int

  /// Returns the reason why a judgement fails; nil if it holds.
  func failure(of judgement: Judgement) -> Failure? {
    func failure(_ reason: String, _ exchange: RecordedExchange? = nil) -> Failure {
      Failure(reason: reason, rule: judgement.rule, exchange: exchange)
    }
    switch judgement.condition {
    case .count(let ranges):
      for (point, range) in ranges {
        let own = exchanges.filter { $0.point == point }
        if !range.contains(own.count) {
          let expected = range.lowerBound == range.upperBound ? "\(range.lowerBound)" : Self.words(range)
          return failure(
            "the number of requests at `\(point.rawValue)` is \(own.count) instead of \(expected)", own.last)
        }
      }
    case .compare(let first, let second, let parts, let areEqual):
      guard let one = found(first), let other = found(second) else { return failure(missing([first, second])) }
      for part in parts {
        let (left, right) = (part.value(in: one), part.value(in: other))
        if left == nil, right == nil { return failure("\(first) has no \(part.name)", one) }
        if (left == right) != areEqual {
          let texts = "\(left?.description ?? "nothing") and \(right?.description ?? "nothing")"
          return failure(
            "\(part.name) is \(areEqual ? "not the same" : "the same") in \(first) and \(second): \(texts)", other)
        }
      }
    case .body(let reference, let equal, let present, let absent):
      return each(reference, judgement.rule) { bodyFault($0, equal, present, absent) }
    case .headers(let reference, let equal, let contains, let present, let absent):
      return each(reference, judgement.rule) { headerFault($0, equal, contains, present, absent) }
    case .stored(let count):
      if stored != count { return failure("the number of stored submissions is \(stored) instead of \(count)") }
    case .shown(let document):
      if let look, let fault = document.faults(in: look).first { return failure("at the end, the client \(fault)") }
    case .order(let references):
      return orderFault(references).map { failure($0.reason, $0.exchange) }
    case .within(let first, let second, let limit):
      guard let time = time(from: first, to: second) else { return failure(missing([first, second])) }
      if time > limit * slack {
        return failure("\(second) comes \(time) after \(first): more than \(limit)", found(second))
      }
    case .apart(let first, let second, let limit):
      guard let time = time(from: first, to: second) else { return failure(missing([first, second])) }
      if time < limit { return failure("\(second) comes \(time) after \(first): less than \(limit)", found(second)) }
    case .never(let text, let points):
      let needle = Array(text.utf8)
      for exchange in exchanges where points.isEmpty || points.contains(exchange.point) {
        let parts = [exchange.body, Array(exchange.target.utf8)] + exchange.headers.map { Array($0.value.utf8) }
        if parts.contains(where: { $0.contains(needle) }) {
          return failure("\(exchange.name) contains `\(text)`", exchange)
        }
      }
    }
    return nil
  }

  /// Returns the exchange that a reference with a number names; nil if the client has not sent it.
  private func found(_ reference: ExchangeReference) -> RecordedExchange? {
    exchanges.first { $0.point == reference.point && $0.number == reference.number ?? 1 }
  }

  private func missing(_ references: [ExchangeReference]) -> String {
    let names = references.filter { found($0) == nil }.map { "\($0)" }
    return "the client has not sent \(names.joined(separator: " and "))"
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// Returns the first fault of the exchanges that a reference names.
  private func each(
    _ reference: ExchangeReference, _ rule: String?, _ fault: (RecordedExchange) -> String?
  ) -> Failure? {
    let all = exchanges.filter { $0.point == reference.point && $0.number == reference.number ?? $0.number }
    if all.isEmpty { return Failure(reason: "the client has not sent \(reference)", rule: rule) }
    for exchange in all {
      if let fault = fault(exchange) {
        return Failure(reason: "\(exchange.name): \(fault)", rule: rule, exchange: exchange)
      }
    }
    return nil
  }

  private func bodyFault(
    _ exchange: RecordedExchange, _ equal: [(path: JSONPointer, value: Value)], _ present: [JSONPointer],
    _ absent: [JSONPointer]
  ) -> String? {
    let body = exchange.json
    for (path, value) in equal where path.value(in: body) != value {
      return "`\(path)` is \(path.value(in: body)?.description ?? "absent") instead of \(value.description)"
    }
    for path in present where path.value(in: body) == nil { return "`\(path)` is absent" }
    for path in absent {
      if let value = path.value(in: body) { return "`\(path)` is \(value.description) instead of absent" }
    }
    return nil
  }

  private func headerFault(
    _ exchange: RecordedExchange, _ equal: [HeaderLine], _ contains: [HeaderLine], _ present: [String],
    _ absent: [String]
  ) -> String? {
    for line in equal where exchange.header(line.name) != line.value {
      return "`\(line.name)` is \(exchange.header(line.name).map { "`\($0)`" } ?? "absent") instead of `\(line.value)`"
    }
    for line in contains {
      let words = (exchange.header(line.name) ?? "").split { $0 == "," || $0 == " " }
      if !words.contains(Substring(line.value)) { return "`\(line.name)` does not contain `\(line.value)`" }
    }
    for name in present where exchange.header(name) == nil { return "the header `\(name)` is absent" }
    for name in absent where exchange.header(name) != nil { return "the header `\(name)` is present" }
    return nil
  }

  private func orderFault(_ references: [ExchangeReference]) -> (reason: String, exchange: RecordedExchange?)? {
    var last = -1
    for reference in references {
      guard
        let place = exchanges.firstIndex(where: { $0.point == reference.point && $0.number == reference.number ?? 1 })
      else { return (missing([reference]), nil) }
      if place < last { return ("\(reference) comes before \(exchanges[last].name)", exchanges[place]) }
      last = place
    }
    return nil
  }

  /// Returns the time from the end of the first exchange to the second request.
  private func time(from first: ExchangeReference, to second: ExchangeReference) -> Duration? {
    guard let one = found(first), let other = found(second) else { return nil }
    return other.arrived - (one.answered ?? one.arrived)
  }
}
