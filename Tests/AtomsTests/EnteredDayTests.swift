import Testing

@testable import Atoms

/// Stored dates that are no longer accepted as input.
struct EnteredDayTests {
  @Test("A stored date of the year 26 is carried over as doubtful, and an invalid date is dropped")
  func carriesOverEarlyYear() throws {
    let operation = try EvaluationTests.operation(
      "operation: trial\ntitle: Trial\natoms:\n  - {dateInput: d}\n  - {dateInput: no}")
    let surroundings = TestSurroundings(facts: [:], answers: [:])
    let carried = CarriedValues(["d": "0026-11-21", "no": "2026-02-30"], to: operation, in: .en, surroundings)
    #expect(carried.values == ["d": "0026-11-21"])
    #expect(carried.doubtful.map(\.atom) == ["d"])
    #expect(carried.dropped.map(\.atom) == ["no"])
  }
}
