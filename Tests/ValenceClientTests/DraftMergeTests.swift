import Testing
import ValenceClient

struct DraftMergeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base: Members
    let mine: Members
    let theirs: Members
    let union: Members
    var conflicts: [String] = []
  }

  @Test(
    "Changes of different atoms are merged, and different values of one atom conflict",
    arguments: [
      Case(
        testDescription: "different atoms", base: ["a": "1", "b": "1"], mine: ["a": "2", "b": "1"],
        theirs: ["a": "1", "b": "2"], union: ["a": "2", "b": "2"]),
      Case(
        testDescription: "the same change", base: ["a": "1"], mine: ["a": "2"], theirs: ["a": "2"], union: ["a": "2"]),
      Case(
        testDescription: "different values of one atom", base: ["a": "1", "b": "1"], mine: ["a": "2", "b": "1"],
        theirs: ["a": "3", "b": "1"], union: ["a": "2", "b": "1"], conflicts: ["a"]),
      Case(testDescription: "new atoms", base: [:], mine: ["a": "1"], theirs: ["b": "1"], union: ["a": "1", "b": "1"]),
      Case(
        testDescription: "cleared on one side", base: ["a": "1", "b": "1"], mine: ["a": .null, "b": "1"],
        theirs: ["a": "1"], union: ["a": .null]),
      Case(
        testDescription: "cleared and changed", base: ["a": "1"], mine: ["a": .null], theirs: ["a": "2"],
        union: ["a": .null], conflicts: ["a"]),
      Case(
        testDescription: "items are one value", base: ["l": [["x": "1"]]], mine: ["l": [["x": "1"], ["x": "2"]]],
        theirs: ["l": [["x": "3"]]], union: ["l": [["x": "1"], ["x": "2"]]], conflicts: ["l"]),
      Case(
        testDescription: "the draft is deleted", base: ["a": "1", "b": "1"], mine: ["a": "2", "b": "1"], theirs: [:],
        union: ["a": "2"], conflicts: ["a"]),
    ])
  func mergesTwoChanges(_ each: Case) {
    let merge = DraftMerge(base: each.base, mine: each.mine, theirs: each.theirs)
    #expect(merge.values() == each.union)
    #expect(merge.conflicts.map(\.atom) == each.conflicts)
    let taken = merge.values(taking: each.conflicts)
    for conflict in merge.conflicts { #expect(taken[conflict.atom] == each.theirs[conflict.atom]) }
  }
}
