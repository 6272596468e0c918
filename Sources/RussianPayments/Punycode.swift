/// The ASCII form (Punycode, RFC 3492) of the internationalized labels of a domain.
///
///     Punycode.length(of: "рф")       // 8, of xn--p1ai
///     Punycode.length(of: "example")  // 7
enum Punycode {
  /// Returns the length of a label in ASCII, in characters. If the label has non-ASCII characters,
  /// the length includes `xn--`.
  ///
  /// Letters are not converted to lowercase. If the label has more than 63 characters, returns a
  /// number above 63 without encoding it, so that the work is bounded.
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

  /// Returns the number of digits of a generalized variable-length integer.
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
