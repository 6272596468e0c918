/// One thing that is wrong with a condition's text: where, and what.
///
/// The message is a fragment that stands after a position: "unknown function `lenght`, did you mean `length`?".
public struct Fault: Error, Sendable, Hashable {
  /// The faulty stretch as UTF-8 offsets into the text; empty where something is missing.
  public let range: Range<Int>
  /// What is wrong, what was expected, and a suggestion where there is one.
  public let message: String

  /// A fault at that stretch of the text.
  public init(range: Range<Int>, message: String) {
    self.range = range
    self.message = message
  }
}

/// Every fault found in one condition, in the order of the text; never empty.
public struct Faults: Error, Sendable, Hashable {
  /// The condition's text.
  public let text: String
  /// The faults by their place in the text.
  public let all: [Fault]

  /// The faults of that text, put in order.
  init(text: String, _ faults: [Fault]) {
    self.text = text
    all = faults.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }
}

extension Faults: CustomStringConvertible {
  /// Every fault with its line and caret.
  public var description: String { all.map { $0.rendered(in: text) }.joined(separator: "\n") }
}

extension Faults: RandomAccessCollection {
  /// The place of the first fault.
  public var startIndex: Int { all.startIndex }
  /// The place after the last fault.
  public var endIndex: Int { all.endIndex }
  /// The fault at that place.
  public subscript(place: Int) -> Fault { all[place] }
}
