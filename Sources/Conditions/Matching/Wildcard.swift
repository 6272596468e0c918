/// A pattern of LIKE: `*` is any number of characters, `?` is one, and a backslash escapes the
/// next.
struct Wildcard: Sendable, Hashable {
  /// Maximum number of steps of one match.
  static let maximumSteps = 5_000_000

  private enum Part: Sendable, Hashable {
    case scalar(UInt32)
    case one
    case run
  }

  private let parts: [Part]
  private let options: Options

  init(_ pattern: String, _ options: Options) {
    self.options = options
    var parts: [Part] = []
    var literal = String.UnicodeScalarView()
    var isEscaped = false
    func flush() {
      parts += Folding.scalars(String(literal), options).map { .scalar($0) }
      literal = String.UnicodeScalarView()
    }
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped:
        flush()
        if parts.last != .run { parts.append(.run) }
      case "?" where !isEscaped:
        flush()
        parts.append(.one)
      default: literal.append(scalar)
      }
      isEscaped = false
    }
    if isEscaped { literal.append("\\") }
    flush()
    self.parts = parts
  }

  /// Returns true if the whole text matches; throws `EvaluationError` beyond `maximumSteps`.
  func matches(_ text: String) throws(EvaluationError) -> Bool {
    let scalars = Folding.scalars(text, options)
    var (place, part) = (0, 0)
    var retry: (place: Int, part: Int)?
    var steps = 0
    defer { _ = StepBudget.take(steps / 4) }
    while place < scalars.count {
      steps += 1
      guard steps <= Wildcard.maximumSteps else { throw EvaluationError(.budget("LIKE")) }
      switch part < parts.count ? parts[part] : nil {
      case .scalar(let wanted) where wanted == scalars[place]:
        (place, part) = (place + 1, part + 1)
      case .one:
        (place, part) = (after(place, in: scalars), part + 1)
      case .run:
        retry = (place, part)
        part += 1
      default:
        guard let (start, star) = retry else { return false }
        place = after(start, in: scalars)
        retry = (place, star)
        part = star + 1
      }
    }
    return parts[part...].allSatisfy { $0 == .run }
  }

  /// Returns the index after a character; under options, combining marks belong to the character.
  private func after(_ place: Int, in scalars: [UInt32]) -> Int {
    var next = place + 1
    guard !options.isEmpty else { return next }
    while next < scalars.count, Folding.isMark(scalars[next]) { next += 1 }
    return next
  }
}
