import JSON

/// A request of a client and its answer. The token is left out.
struct RecordedExchange: Sendable {
  let point: ExchangePoint
  /// The number at the point, from 1.
  let number: Int
  let method: String
  /// The path with the query.
  let target: String
  let headers: [HeaderLine]
  var body: [UInt8]
  let arrived: ContinuousClock.Instant
  /// The time at which the answer was sent, or the connection was closed without one.
  var answered: ContinuousClock.Instant?
  /// The status of the answer; nil if the client got none.
  var status: Int?
  var answerHeaders: [HeaderLine] = []
  var answer: [UInt8] = []
  /// The faults that were applied.
  var faults: [String] = []

  var name: String { "\(point.rawValue) \(number)" }

  /// Returns the value of the first header with this name, ignoring case.
  func header(_ name: String) -> String? { headers.first(name) }

  /// The body as JSON; null for any other text.
  var json: Value { (try? Value(reading: body)) ?? .null }

  /// The exchange for a report. The body of a login is left out, because it has the password.
  var report: Object {
    var members: [(String, Value)] = [
      ("at", .string(name)), ("request", .string("\(method) \(target)")),
      ("headers", .object(Object(headers.map { ($0.name, .string($0.value)) }))),
    ]
    if !body.isEmpty, point != .login {
      members.append(("body", json.isNull ? .string(String(decoding: body, as: UTF8.self)) : json))
    }
    members.append(("status", status.map { .integer(Int64($0)) } ?? .null))
    if !faults.isEmpty { members.append(("faults", .array(faults.map { .string($0) }))) }
    return Object(members)
  }
}

/// A header of a message.
struct HeaderLine: Sendable, Equatable {
  let name: String
  let value: String
}

extension [HeaderLine] {
  /// Returns the value of the first header with this name, ignoring case.
  func first(_ name: String) -> String? {
    let name = name.lowercased()
    return first { $0.name.lowercased() == name }?.value
  }
}
