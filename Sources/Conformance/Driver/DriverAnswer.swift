import JSON

/// The answer of a driver to one question.
enum DriverAnswer {
  /// The result of the function.
  case result(Object)
  /// The driver does not have the function, for this reason.
  case skip(String)
  /// The client failed.
  case error(String)
  /// The driver broke the protocol or ended. The text has its standard error.
  case failure(String)

  /// Reads a line that answers the question `id`.
  init(_ line: [UInt8], to id: Int) {
    guard let value = try? Value(reading: line), case .object(let answer) = value else {
      self = .failure("the driver wrote no JSON object: \(Self.excerpt(of: line))")
      return
    }
    guard answer["id"] == .integer(Int64(id)) else {
      self = .failure("the driver answered another question than \(id): \(Self.excerpt(of: line))")
      return
    }
    switch (answer["result"], answer["skip"], answer["error"]) {
    case (.object(let result), nil, nil): self = .result(result)
    case (nil, .string(let reason), nil): self = .skip(reason)
    case (nil, nil, .string(let text)): self = .error(text)
    default: self = .failure("an answer has `result`, `skip` or `error`: \(Self.excerpt(of: line))")
    }
  }

  /// Returns the beginning of a line for a report.
  private static func excerpt(of line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(400), as: UTF8.self)
    return line.count > 400 ? "\(text)…" : text
  }
}
