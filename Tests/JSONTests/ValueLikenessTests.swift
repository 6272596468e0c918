import JSON
import SeededRandom
import Testing

/// `isWritten(like:)`, which unlike `==` distinguishes the scales of numbers and the order of
/// members.
@Suite struct ValueLikenessTests {
  @Test(
    "Comparing the written form returns false for JSON values with different text",
    arguments: [
      ("1.5", "1.50"), ("1", "1.0"), ("100", "1e2"), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), ("[1.0]", "[1]"),
      (#""\u00e9""#, #""e\u0301""#), ("null", "false"), ("[]", "{}"), ("[1]", "[1,1]"), (#"{"a":1}"#, #"{"b":1}"#),
    ]) func detectsDifferentText(_ left: String, _ right: String) throws
  {
    let (left, right) = (try Value(reading: Array(left.utf8)), try Value(reading: Array(right.utf8)))
    #expect(!left.isWritten(like: right) && !right.isWritten(like: left))
    #expect(left.isWritten(like: left) && right.isWritten(like: right))
  }

  @Test("JSON values with equal written forms have the same text") func equalWrittenFormsShareText() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = Chance(seed)
    for _ in 0..<500 {
      let value = Value.random(depth: 3, using: &chance)
      for other in [Value.random(depth: 3, using: &chance), value.respelled(using: &chance), value] {
        #expect(!value.isWritten(like: other) || "\(value)" == "\(other)", "seed \(seed)")
      }
      #expect(value.isWritten(like: value), "seed \(seed)")
    }
  }
}
