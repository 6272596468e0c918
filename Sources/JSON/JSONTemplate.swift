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
    let known = Dictionary(gaps.enumerated().map { (Array($1.utf8), $0) }) { first, _ in first }
    let quotation = UInt8(ascii: "\"")
    var (pieces, start) = ([(rendered: [UInt8], gap: Int)](), 0)
    var quote = rendered.firstIndex(of: quotation)
    while let open = quote, let close = rendered[(open + 1)...].firstIndex(of: quotation) {
      guard let gap = known[Array(rendered[(open + 1)..<close])] else {
        quote = close
        continue
      }
      pieces.append((rendered: Array(rendered[start..<open]), gap: gap))
      start = close + 1
      quote = rendered[start...].firstIndex(of: quotation)
    }
    (self.pieces, rest) = (pieces, Array(rendered[start...]))
  }
}
