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

/// The faults found in one condition, in the order of the text; never empty. Of more than `Faults.most` the first are told,
/// and the last says how many more there are.
public struct Faults: Error, Sendable, Hashable {
  /// The condition's text.
  public let text: String
  /// The faults by their place in the text.
  public let all: [Fault]

  /// The number of faults that are told of one text.
  static let most = 20

  /// The faults of that text, put in order, and how many more were found.
  init(text: String, _ faults: [Fault], more: Int = 0) {
    self.text = text
    let sorted = faults.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    guard more > 0, let last = sorted.last else {
      all = sorted
      return
    }
    all = sorted + [Fault(range: last.range, message: "and \(more) more fault\(more == 1 ? "" : "s") in this text")]
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
