import FuzzedBank

/// Mutates a body like an attacker: values and members are replaced, moved, duplicated, removed and
/// enlarged. Some inputs start again from a valid body. About one mutation in four is libFuzzer's
/// own.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
  var random = Random(seed)
  if count < 3 || random.below(12) == 0 {
    let place = random.below(RightBodies.all.count)
    let right = [UInt8(place), UInt8(random.below(256))] + Array(RightBodies.all[place].body.utf8)
    if count < 3 || random.below(3) == 0 { return Mutating.write(right, to: start, room) }
    return Mutating.write(BodyMutation.changed(right, &random, room), to: start, room)
  }
  if random.below(4) == 0 { return Mutating.bytes(start, count, room) }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  return Mutating.write(BodyMutation.changed(bytes, &random, room), to: start, room)
}

/// Mutations of the text of a body.
private enum BodyMutation {
  /// Returns the input with up to four mutations. The first two bytes, which select the request,
  /// are unchanged.
  static func changed(_ input: [UInt8], _ random: inout Random, _ room: Int) -> [UInt8] {
    var text = Array(input.dropFirst(2))
    for _ in 0...random.below(4) where text.count < room { text = changedOnce(text, &random, room) }
    return input.prefix(2) + text
  }

  private static func changedOnce(_ text: [UInt8], _ random: inout Random, _ room: Int) -> [UInt8] {
    let values = JSONPlaces.values(of: text)
    guard !values.isEmpty else { return Array(random.one(of: OddValues.short).utf8) }
    let place = random.one(of: values)
    var text = text
    func put(_ new: some Sequence<UInt8>, at range: Range<Int>) { text.replaceSubrange(range, with: Array(new)) }
    switch random.below(12) {
    case 0...2: put(random.one(of: OddValues.short).utf8, at: place)
    case 3: put("\"\(random.one(of: OddValues.names))\"".utf8, at: place)
    case 4: put(Array(text[random.one(of: values)]), at: place)
    case 5: put([], at: place)
    case 6: put(Array("[".utf8) + text[place] + Array("]".utf8), at: place)
    case 7:
      let member = "\"\(random.one(of: OddValues.names))\":\(random.one(of: OddValues.short)),"
      if text[place].first == UInt8(ascii: "{") { put(member.utf8, at: place.lowerBound + 1..<place.lowerBound + 1) }
    case 8:
      // Repeats an element or member.
      let times = [2, 3, 20, 400][random.below(4)]
      guard place.count * times < room - text.count else { break }
      put(Array(repeating: Array(text[place]) + [UInt8(ascii: ",")], count: times).joined().dropLast(), at: place)
    case 9:
      put(OddValues.long([10, 100, 1000, max(10, room - text.count - 100)][random.below(4)], &random).utf8, at: place)
    case 10:
      // Repeats the content of a string.
      guard text[place].first == UInt8(ascii: "\""), place.count > 2 else { break }
      let inner = Array(text[place.lowerBound + 1..<place.upperBound - 1])
      let times = min([2, 10, 100, 2000][random.below(4)], max(1, (room - text.count) / inner.count))
      put(Array(repeating: inner, count: times).joined(), at: place.lowerBound + 1..<place.upperBound - 1)
    default:
      let depth = [1, 3, 30, 70, 600][random.below(5)]
      put(
        Array(repeating: UInt8(ascii: "["), count: depth) + text[place]
          + Array(repeating: UInt8(ascii: "]"), count: depth), at: place)
    }
    return text
  }
}
