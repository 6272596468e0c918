import FoundationEssentials

/// The offsets of a time zone from UTC, from the system's time zone database (RFC 9636).
struct ZoneRules: Sendable {
  private static let database = "/usr/share/zoneinfo"

  /// The offset before the first transition.
  private let first: Int64
  /// The transitions in seconds since 1970, in order, with the offset after each.
  private let transitions: [(start: Int64, offset: Int64)]
  /// The rule after the last transition; nil if the last offset remains.
  private let later: YearlyOffsets?

  /// Creates the rules of the time zone with this name; nil if it is unknown.
  ///
  /// `GMT` and `UTC`, alone or with an offset such as `GMT+3`, need no database.
  init?(named name: String) {
    if let offset = Self.fixedOffset(name) {
      self.init(fixed: offset)
      return
    }
    guard Self.isZone(name), let file = FileManager.default.contents(atPath: "\(Self.database)/\(name)") else {
      return nil
    }
    self.init(file: [UInt8](file))
  }

  private init(fixed offset: Int64) {
    first = offset
    transitions = []
    later = nil
  }

  /// Returns the offset of `GMT`, `UTC`, `GMT+3` or `UTC-03:30`; nil for other names.
  private static func fixedOffset(_ name: String) -> Int64? {
    guard name.hasPrefix("GMT") || name.hasPrefix("UTC") else { return nil }
    if name.utf8.count == 3 { return 0 }
    var text = ZoneText(name.utf8.dropFirst(3))
    guard let offset = text.duration(hours: 18), text.isAtEnd else { return nil }
    return offset
  }

  /// Returns true if the name consists of folders and a file of the database.
  ///
  /// `localtime` and `posixrules` depend on the system's settings. The files in `right` count leap
  /// seconds.
  private static func isZone(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard let start = parts.first, !["localtime", "posix", "posixrules", "right"].contains(start) else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
  }

  /// Reads a file of version 2 or later; nil if it is malformed or counts leap seconds.
  init?(file bytes: [UInt8]) {
    guard let old = ZoneFileHeader(bytes[...]), bytes.count > old.end(timeSize: 4) else { return nil }
    // The first block has times of 32 bits and is ignored.
    let rest = bytes[old.end(timeSize: 4)...]
    guard let header = ZoneFileHeader(rest), header.types > 0, header.leapSeconds == 0 else { return nil }
    let end = rest.startIndex + header.end(timeSize: 8)
    guard rest.endIndex > end + 1, rest[end] == UInt8(ascii: "\n"), rest.last == UInt8(ascii: "\n") else { return nil }
    let times = rest.startIndex + ZoneFileHeader.length
    let indices = times + header.times * 8
    let types = indices + header.times
    func offset(ofType index: Int) -> Int64 {
      Int64(Int32(truncatingIfNeeded: bytes.integer(at: types + index * 6, 4)))
    }
    first = offset(ofType: 0)
    var transitions: [(start: Int64, offset: Int64)] = []
    for index in 0..<header.times {
      let type = Int(bytes[indices + index])
      guard type < header.types else { return nil }
      transitions.append((bytes.integer(at: times + index * 8, 8), offset(ofType: type)))
    }
    guard zip(transitions, transitions.dropFirst()).allSatisfy({ $0.start < $1.start }) else { return nil }
    self.transitions = transitions
    let footer = rest[(end + 1)...].dropLast()
    later = YearlyOffsets(footer)
    if later == nil, !footer.isEmpty { return nil }
  }

  /// Returns the offset in seconds at a second since 1970.
  func offset(at second: Int64) -> Int64 {
    guard let last = transitions.last, second < last.start else {
      return later?.offset(at: second) ?? transitions.last?.offset ?? first
    }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].start <= second { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : transitions[low - 1].offset
  }
}

/// The header of a block of a time zone file.
private struct ZoneFileHeader {
  static let length = 44

  private let markers: Int
  private let abbreviations: Int
  let leapSeconds: Int
  let times: Int
  let types: Int

  /// Reads the header at the start of `bytes`; nil if the version is 1 or the block is truncated.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.length, bytes.starts(with: "TZif".utf8), bytes[bytes.startIndex + 4] >= UInt8(ascii: "2")
    else { return nil }
    let header = Array(bytes.prefix(Self.length))
    let counts = (0..<6).map { Int(header.integer(at: 20 + $0 * 4, 4)) }
    guard counts.allSatisfy({ $0 <= bytes.count }) else { return nil }
    markers = counts[0] + counts[1]
    leapSeconds = counts[2]
    times = counts[3]
    types = counts[4]
    abbreviations = counts[5]
  }

  /// Returns the length of the block whose times have that number of bytes.
  func end(timeSize: Int) -> Int {
    Self.length + times * (timeSize + 1) + types * 6 + abbreviations + leapSeconds * (timeSize + 4) + markers
  }
}

extension [UInt8] {
  /// Returns the integer of that number of bytes, the most significant byte first.
  fileprivate func integer(at place: Int, _ count: Int) -> Int64 {
    self[place..<place + count].reduce(0) { $0 << 8 | Int64($1) }
  }
}
