/// The form of national labels of a domain in ASCII (RFC 3492).
///
///     Punycode.length(of: "рф")       // 8, of xn--p1ai
///     Punycode.length(of: "example")  // 7
enum Punycode {
  /// Returns the count of characters of a label in ASCII, `xn--` included where it has other characters.
  ///
  /// Capital letters count as they are: their small ones have the same length. Its work is bounded: a label of more than 63
  /// characters is longer than 63 in any form.
  static func length(of label: Substring) -> Int {
    let scalars = label.unicodeScalars
    let plain = scalars.count { $0.value < 0x80 }
    let count = scalars.count
    if plain == count || count > 63 { return plain == count ? count : count + 4 }
    var (length, handled, delta, bias, next) = (plain > 0 ? plain + 5 : 4, plain, 0, 72, UInt32(0x80))
    while handled < count, let minimum = scalars.lazy.map(\.value).filter({ $0 >= next }).min() {
      delta += Int(minimum - next) * (handled + 1)
      next = minimum
      for scalar in scalars {
        if scalar.value < next { delta += 1 }
        guard scalar.value == next else { continue }
        length += digits(of: delta, bias)
        bias = adapted(delta, handled + 1, isFirst: handled == plain)
        (delta, handled) = (0, handled + 1)
      }
      (delta, next) = (delta + 1, next + 1)
    }
    return length
  }

  /// Returns the count of digits of a generalized variable-length integer.
  private static func digits(of delta: Int, _ bias: Int) -> Int {
    var (rest, place, count) = (delta, 36, 1)
    while true {
      let threshold = min(max(place - bias, 1), 26)
      if rest < threshold { return count }
      rest = (rest - threshold) / (36 - threshold)
      (place, count) = (place + 36, count + 1)
    }
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var (rest, bias) = (isFirst ? delta / 700 : delta / 2, 0)
    rest += rest / count
    while rest > 455 { (rest, bias) = (rest / 35, bias + 36) }
    return bias + 36 * rest / (rest + 38)
  }
}
