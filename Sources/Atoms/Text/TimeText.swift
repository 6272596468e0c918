/// Times of the day as people write them.
package enum TimeText {
  /// Minutes from midnight of a time written as `17:00`, from `00:01` to `23:59`; nil for anything else.
  package static func minutes(of text: String) -> Int? {
    let digits = Array(text.utf8)
    guard digits.count == 5, digits[2] == UInt8(ascii: ":"), let hour = Int(text.prefix(2)),
      let minute = Int(text.suffix(2)), (0..<24).contains(hour), (0..<60).contains(minute), hour + minute > 0,
      digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
    else { return nil }
    return hour * 60 + minute
  }
}
