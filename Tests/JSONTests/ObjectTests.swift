import JSON
import Testing

@Suite struct ObjectTests {
  @Test("A JSON object keeps the position of a member whose value changes") func keepsMemberOrderOnUpdate() {
    var object = Object([("a", 1), ("b", 2), ("a", 3)])
    #expect(object.names == ["a", "b"] && object["a"] == 3)
    object["b"] = 5
    object["c"] = 6
    object["a"] = nil
    #expect(object.names == ["b", "c"] && object["a"] == nil)
  }

  @Test("Equality of JSON objects ignores the order of members") func equalityIgnoresMemberOrder() {
    #expect(Value.object(Object([("a", 1), ("b", 2)])) == ["b": 2, "a": 1])
    #expect(Value.object(Object([("a", 1), ("b", 2)])) != ["b": 1, "a": 2])
    #expect(Value.object(Object([("a", 1)])) != ["a": 1, "b": 2])
    #expect(Value.object(Object([("a", nil)])) != ["b": nil])
  }

  @Test("JSON names and strings are compared by code units without normalization") func comparesTextByCodeUnits() {
    let object = Object([("\u{E9}", 1), ("e\u{301}", 2)])
    #expect(object.count == 2 && object["e\u{301}"] == 2)
    #expect(Value.string("\u{E9}") != .string("e\u{301}"))
    // Canonically equivalent and equal in length, but different in code units.
    #expect(Value.string("a\u{301}\u{323}") != .string("a\u{323}\u{301}"))
  }

  @Test("JSON numbers are equal by value and differ from booleans and strings") func comparesNumbersByValue() throws {
    #expect(Value.integer(1) == .decimal(Decimal(1)))
    #expect(try Value(reading: "[1.0, 1e2]") == [1, 100])
    #expect(Value.integer(1) != .bool(true) && Value.integer(1) != .string("1"))
    #expect(Value.float(0.5) == (Decimal("0.5").map(Value.decimal) ?? .null))
  }

  @Test("A JSON value's accessors return nil for other kinds and absent elements")
  func accessorsReturnNilForOtherKinds() {
    let value: Value = ["a": [1, "x", nil, true]]
    #expect(value["a"]?[1]?.string == "x" && value["a"]?[2]?.isNull == true && value["a"]?[3]?.bool == true)
    #expect(value["a"]?[4] == nil && value["a"]?[-1] == nil && value[0] == nil && value["b"] == nil)
    #expect(value.string == nil && value["a"]?[0]?.decimal == Decimal(1) && value["a"]?[1]?.decimal == nil)
  }
}

/// Objects below, at and above the size from which members are found by hashing.
@Suite struct LargeObjectTests {
  private static func pairs(_ count: Int) -> [(String, Value)] {
    (0..<count).map { ("имя\($0)", .integer(Int64($0))) }
  }

  @Test("Equality of objects with up to 200,000 members ignores their order", arguments: [3, 16, 17, 200_000])
  func largeEqualityIgnoresOrder(count: Int) {
    let pairs = Self.pairs(count)
    let object = Object(pairs)
    #expect(object == Object(pairs.reversed()))
    #expect(object != Object(pairs.reversed().dropLast() + [("другое", Value.integer(0))]))
    #expect(object != Object(pairs.reversed().dropLast() + [("имя0", Value.integer(7))]))
  }

  @Test("The last member of a repeated name replaces the first in its position", arguments: [3, 16, 17, 200_000])
  func lastDuplicateReplacesFirst(count: Int) {
    let object = Object(Self.pairs(count) + [("имя1", Value.string("last")), ("new", Value.integer(1))])
    #expect(object.count == count + 1)
    #expect(object.members[1].value == "last")
    #expect(object.names.last == "new")
  }

  @Test("A merge patch of up to 200,000 members is applied", arguments: [3, 16, 17, 200_000])
  func mergesLargePatch(count: Int) {
    let target = Value.object(Object(Self.pairs(count)))
    let removal = Value.object(
      Object(Self.pairs(count).dropFirst().map { ($0.0, Value.null) } + [("new", Value.integer(1))]))
    #expect(target.merged(with: removal) == .object(Object([("имя0", Value.integer(0)), ("new", Value.integer(1))])))
  }
}
