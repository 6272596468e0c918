/// Rendered JSON with gaps for values that are written later.
public struct JSONTemplate: Sendable {
  /// The JSON before each gap, with the index of the gap in `gaps`.
  let pieces: [(rendered: [UInt8], gap: Int)]
  /// The JSON after the last gap.
  let rest: [UInt8]

  /// Splits rendered JSON at strings that mark gaps.
  ///
  /// Each string in `gaps` can occur any number of times. It must need no escapes, and no other
  /// string of `rendered` may be equal to it.
  public init(_ rendered: [UInt8], gaps: [String]) {
    let quoted = gaps.map { Array("\"\($0)\"".utf8) }
    var (pieces, start, place) = ([(rendered: [UInt8], gap: Int)](), 0, 0)
    while place < rendered.count {
      let found =
        rendered[place] == UInt8(ascii: "\"") ? quoted.firstIndex { rendered[place...].starts(with: $0) } : nil
      guard let found else {
        place += 1
        continue
      }
      pieces.append((rendered: Array(rendered[start..<place]), gap: found))
      place += quoted[found].count
      start = place
    }
    (self.pieces, rest) = (pieces, Array(rendered[start...]))
  }
}
