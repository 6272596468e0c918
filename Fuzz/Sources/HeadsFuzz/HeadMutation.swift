import FuzzedBank

/// Mutates requests like an attacker: lines are replaced, moved, duplicated, removed and enlarged,
/// and requests are concatenated. About one mutation in four is libFuzzer's own.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
  var random = Random(seed)
  if count > 8 && random.below(4) == 0 { return Mutating.bytes(start, count, room) }
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if count < 8 || random.below(20) == 0 { bytes = HeadMutation.whole(&random) }
  for _ in 0...random.below(4) where bytes.count < room { bytes = HeadMutation.changed(bytes, &random, room) }
  return Mutating.write(bytes, to: start, room)
}

/// Generates and mutates requests.
private enum HeadMutation {
  private static let end = Array("\r\n".utf8)

  /// Returns a request of individually valid lines.
  static func whole(_ random: inout Random) -> [UInt8] {
    var text = random.one(of: RightHeads.lines) + "\r\nHost: a\r\n"
    if random.below(2) == 0 { text += "Authorization: Bearer @T\r\n" }
    for _ in 0..<random.below(5) { text += random.one(of: RightHeads.headers) + "\r\n" }
    let body = random.one(of: RightHeads.bodies)
    if random.below(2) == 0 { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    return Array((text + "\r\n" + body).utf8)
  }

  static func changed(_ bytes: [UInt8], _ random: inout Random, _ room: Int) -> [UInt8] {
    var lines = split(bytes)
    let place = random.below(lines.count)
    func line(_ text: String) -> [UInt8] { Array(text.utf8) }
    switch random.below(12) {
    case 0: lines[place] = line(random.one(of: RightHeads.headers))
    case 1...2: lines.insert(line(random.one(of: RightHeads.headers)), at: min(place + 1, lines.count))
    case 3: lines[0] = line(random.one(of: RightHeads.lines))
    case 4: lines.remove(at: place)
    case 5: lines.insert(lines[place], at: random.below(lines.count + 1))
    case 6: lines.swapAt(place, random.below(lines.count))
    case 7:
      let times = [2, 10, 100, 1000][random.below(4)]
      guard (lines[place].count + 2) * times < room - bytes.count else { break }
      lines.insert(contentsOf: Array(repeating: lines[place], count: times), at: place)
    case 8:
      // Repeats a part of a line.
      guard !lines[place].isEmpty else { break }
      let from = random.below(lines[place].count)
      let part = lines[place][from...].prefix(1 + random.below(8))
      let times = min([2, 20, 200, 4000][random.below(4)], max(1, (room - bytes.count) / part.count))
      lines[place].insert(contentsOf: Array(repeating: Array(part), count: times).joined(), at: from)
    case 9: return bytes + whole(&random)
    case 10: return Array(bytes.prefix(random.below(bytes.count + 1)))
    default:
      let odd = random.one(of: [
        "\u{0}", "\n", "\r", " ", "\t", "%", "%00", "\u{316}\u{301}", "?", "&", "=", ";", ",", "\"", "\\", ":", "/",
        "\u{7f}", "9",
      ])
      lines[place].insert(contentsOf: odd.utf8, at: random.below(lines[place].count + 1))
    }
    return Array(lines.joined(separator: end))
  }

  /// Returns the parts between line breaks.
  private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var (lines, line) = ([[UInt8]](), [UInt8]())
    var place = 0
    while place < bytes.count {
      if bytes[place] == 13, place + 1 < bytes.count, bytes[place + 1] == 10 {
        lines.append(line)
        line = []
        place += 2
      } else {
        line.append(bytes[place])
        place += 1
      }
    }
    return lines + [line]
  }
}
