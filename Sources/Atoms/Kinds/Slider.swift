import SourceText
import JSON

/// A range control next to the field of a number or an amount (`slider`).
///
/// It changes the drawing only. Any value between `min` and `max` is accepted.
struct Slider: Sendable {
  /// The maximum number of positions, which a client can count exactly.
  private static let mostPositions = Decimal(1_000_000)
  private static let mostMarks = 20

  /// The distance between two positions. The first position is `min`.
  private let step: Decimal
  /// The values with a mark, in ascending order.
  private let marks: [Decimal]

  /// Reads `slider`, which is `true` or `{step: ..., marks: [...]}`. Returns nil if it is missing,
  /// false or invalid.
  init?(_ properties: inout Properties, of number: NumberRules) {
    guard let node = properties.node("slider") else { return nil }
    if case .scalar("false", quoted: false) = node.content { return nil }
    let isFlag = if case .scalar("true", quoted: false) = node.content { true } else { false }
    guard let entries = isFlag ? [] : node.mapping else {
      properties.error(
        .wrongShape, "`slider` takes true or {step: ..., marks: [...]}, not \(node.noun)", at: node.location)
      return nil
    }
    if properties.has("value") {
      properties.error(
        .conflict, "`slider` conflicts with `value`: the person cannot change a computed value", at: node.location)
    }
    guard let low = number.minimum, let high = number.maximum else {
      properties.error(
        .missingCompanion, "`slider` requires `min` and `max` that are numbers: they are the ends of the slider",
        at: node.location)
      return nil
    }
    guard let range = high.subtracting(low), range > Decimal(0) else {
      if low == high {
        properties.error(
          .noPossibleValue, "`slider` requires a `min` below `max`: it has one position otherwise", at: node.location)
      }
      return nil
    }
    var parts = Properties(entries, at: node.location)
    step = Self.step(&parts, within: range, from: low, to: high, places: number.commonPlaces)
    marks = Self.marks(&parts, from: low, to: high)
    parts.refuseTheRest(of: "a slider")
    properties.append(parts.diagnostics)
  }

  /// Reads `step`. Without it, returns a round number of about a hundredth of the range.
  private static func step(
    _ parts: inout Properties, within range: Decimal, from low: Decimal, to high: Decimal, places: Int?
  ) -> Decimal {
    let standard = roundStep(within: range, places: places)
    guard let step = parts.decimal("step"), let node = parts.node("step") else { return standard }
    if step <= Decimal(0) {
      parts.error(.wrongValue, "`step` must be more than 0", remedy: ": write `step: \(standard)`", at: node.location)
    } else if step > range {
      parts.error(
        .wrongValue, "`step` is larger than the range from \(low) to \(high)", remedy: ": write `step: \(standard)`",
        at: node.location)
    } else if let places, step.scale > places {
      parts.error(
        .wrongValue, "`step` has more decimal places than the values, which have at most \(places)",
        remedy: ": write `step: \(standard)`", at: node.location)
    } else if let most = step.multiplied(by: mostPositions), most < range {
      parts.error(
        .wrongValue, "`step` gives more than 1,000,000 positions between \(low) and \(high)",
        remedy: ": write `step: \(standard)`", at: node.location)
    } else {
      return step
    }
    return standard
  }

  /// Returns a round number, such as 1, 2, 5 or 10, of at most a hundredth of the range. If two
  /// values differ by more, returns their smallest difference.
  private static func roundStep(within range: Decimal, places: Int?) -> Decimal {
    let short = range.normalized
    // The power of ten of the first digit of a hundredth of the range.
    let power = short.digits - 1 + short.exponent - 2
    let round = [5, 2, 1].lazy.compactMap { Decimal(coefficient: $0, exponent: power) }.first { step in
      step.multiplied(by: Decimal(100)).map { $0 <= range } ?? false
    }
    let least = places.flatMap { Decimal(coefficient: 1, exponent: -$0) }
    guard let round else { return least ?? Decimal(1) }
    return (least.map { max($0, round) } ?? round).normalized
  }

  /// Reads `marks`: numbers in ascending order within the limits.
  private static func marks(_ parts: inout Properties, from low: Decimal, to high: Decimal) -> [Decimal] {
    guard let node = parts.node("marks") else { return [] }
    guard let nodes = node.sequence, nodes.count <= mostMarks else {
      parts.error(
        .wrongShape, "`marks` takes a list of at most \(mostMarks) numbers, such as [\(low), \(high)]",
        at: node.location)
      return []
    }
    var marks: [Decimal] = []
    for node in nodes {
      guard let mark = node.scalar.flatMap({ Decimal(plain: $0) }) else {
        parts.error(
          .wrongValue, "a mark is a number", remedy: node.scalar.flatMap(CommonMistakes.numberHint) ?? "",
          at: node.location)
        continue
      }
      if mark < low || mark > high {
        parts.error(.wrongValue, "the mark \(mark) is not between \(low) and \(high)", at: node.location)
      } else if let last = marks.last, mark <= last {
        parts.error(
          .wrongValue, "the mark \(mark) follows \(last)", remedy: ": write the marks in ascending order",
          at: node.location)
      }
      marks.append(mark)
    }
    return marks
  }

  /// Writes `slider`, with numbers in the form of `min` and `max`.
  func write(to writer: inout Writer, text: (Decimal) -> String) {
    writer.key("slider")
    writer.object { writer in
      writer.member("step", text(step))
      guard !marks.isEmpty else { return }
      writer.key("marks")
      writer.value(.array(marks.map { .string(text($0)) }))
    }
  }
}
