/// Positions of values and names in a text that is JSON or similar to JSON.
enum JSONPlaces {
  /// Returns the ranges of all strings, names, numbers, literals, arrays and objects, at most
  /// 4,000.
  static func values(of text: [UInt8]) -> [Range<Int>] {
    var (places, open): ([Range<Int>], [Int]) = ([], [])
    var place = 0
    while place < text.count && places.count < 4000 {
      switch text[place] {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        open.append(place)
        place += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        place += 1
        if let start = open.popLast() { places.append(start..<place) }
      case UInt8(ascii: "\""):
        let end = endOfText(text, place)
        places.append(place..<end)
        place = end
      case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\n"): place += 1
      default:
        let start = place
        while place < text.count, !isDelimiter(text[place]) { place += 1 }
        places.append(start..<max(place, start + 1))
        place = max(place, start + 1)
      }
    }
    return places
  }

  private static func endOfText(_ text: [UInt8], _ start: Int) -> Int {
    var place = start + 1
    while place < text.count, text[place] != UInt8(ascii: "\"") { place += text[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place + 1, text.count)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\""):
      true
    default: false
    }
  }
}
