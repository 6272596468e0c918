#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One walk of a path through a `RouteTree`.
struct RouteWalk {
  /// The path as it was sent.
  let path: UnsafeBufferPointer<UInt8>
  /// The nodes of the tree.
  let nodes: UnsafeBufferPointer<RouteTree.Node>
  /// The edges of the tree.
  let edges: UnsafeBufferPointer<RouteTree.Edge>
  /// The text of the edges.
  let text: UnsafeBufferPointer<UInt8>
  /// Where the parameters stand on the way that was found.
  var places = Places()

  /// The node at which the path from byte `start` on ends, nil if it leads nowhere; `start` is nil behind the last
  /// segment. `count` parameters have been passed. A literal segment wins over a parameter, but what fails further
  /// down is still tried as a parameter.
  mutating func end(from node: Int, start: Int?, count: Int) -> Int? {
    let place = nodes[node]
    guard let start else { return place.isEnd ? node : nil }
    var end = start
    var isEncoded = false
    while end < path.count && path[end] != UInt8(ascii: "/") {
      if path[end] == UInt8(ascii: "%") { isEncoded = true }
      end += 1
    }
    let next = end < path.count ? end + 1 : nil
    for edge in place.edges where spells(edges[edge].text, start..<end, isEncoded: isEncoded) {
      if let found = self.end(from: edges[edge].node, start: next, count: count) { return found }
    }
    guard let parameter = place.parameter, start < end else { return nil }
    places[count] = start..<end
    return self.end(from: parameter, start: next, count: count + 1)
  }

  /// A segment may be spelled with escapes that it does not need.
  private func spells(_ literal: Range<Int>, _ segment: Range<Int>, isEncoded: Bool) -> Bool {
    if isEncoded {
      let decoded = try? PercentEncoding.decode(UnsafeBufferPointer(rebasing: path[segment]))
      return decoded?.utf8.elementsEqual(text[literal]) ?? false
    }
    guard literal.count == segment.count, let path = path.baseAddress, let text = text.baseAddress else { return false }
    return memcmp(text + literal.lowerBound, path + segment.lowerBound, literal.count) == 0
  }
}
