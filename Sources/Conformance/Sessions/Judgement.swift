import JSON

/// A condition on the requests of a session, the database, or what the client shows at the end.
struct Judgement: Sendable {
  enum Condition: Sendable {
    /// The number of requests at each point.
    case count([(point: ExchangePoint, range: ClosedRange<Int>)])
    /// The parts of two requests are equal, or all different.
    case compare(ExchangeReference, ExchangeReference, parts: [RequestPart], areEqual: Bool)
    /// The members of the body.
    case body(
      ExchangeReference, equal: [(path: JSONPointer, value: Value)], present: [JSONPointer], absent: [JSONPointer])
    /// The headers; `contains` has words of a comma-separated list.
    case headers(
      ExchangeReference, equal: [HeaderLine], contains: [HeaderLine], present: [String], absent: [String])
    /// The number of submissions that the session has stored.
    case stored(Int)
    /// The document that the client shows at the end.
    case shown(ShownDocument)
    /// The requests arrive in this order.
    case order([ExchangeReference])
    /// The second request arrives at most, or at least, this time after the answer to the first.
    case within(ExchangeReference, ExchangeReference, Duration)
    case apart(ExchangeReference, ExchangeReference, Duration)
    /// A text that no request at these points contains; at all points if the list is empty.
    case never(String, [ExchangePoint])
  }

  let condition: Condition
  /// The rule that a client breaks if the condition fails; nil for all rules of the session.
  let rule: String?
}

/// A part of a request that judgements compare.
enum RequestPart: Sendable {
  case body
  case member(JSONPointer)
  case header(String)

  /// Reads `body`, the path of a member such as `/values/amount`, or the name of a header.
  init(_ text: String) {
    if text == "body" {
      self = .body
    } else if let pointer = JSONPointer(text), !text.isEmpty {
      self = .member(pointer)
    } else {
      self = .header(text)
    }
  }

  var name: String {
    switch self {
    case .body: "the body"
    case .member(let path): "`\(path)`"
    case .header(let name): "`\(name)`"
    }
  }

  func value(in exchange: RecordedExchange) -> Value? {
    switch self {
    case .body: exchange.json.isNull ? .string(String(decoding: exchange.body, as: UTF8.self)) : exchange.json
    case .member(let path): path.value(in: exchange.json)
    case .header(let name): exchange.header(name).map { .string($0) }
    }
  }
}
