/// JSON that is rendered once and written many times, with gaps for the texts that differ.
///
///     var writer = Writer()
///     writer.object { $0.member("name", "#") }
///     let stencil = JSONTemplate(writer.bytes, gaps: ["#"])
///     var greeting = Writer()
///     greeting.stencil(stencil) { gap, writer in writer.string("Anna") }  // {"name":"Anna"}
public struct JSONTemplate: Sendable {
  /// The JSON before each gap.
  let pieces: [(rendered: [UInt8], gap: Int)]
  /// The JSON behind the last gap.
  let rest: [UInt8]

  /// Cuts rendered JSON at the strings that are gaps; `pieces` names each by its place in `gaps`.
  ///
  /// A gap may stand several times, or never. Its text is written by JSON as it is, and is no other string of `rendered`.
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
