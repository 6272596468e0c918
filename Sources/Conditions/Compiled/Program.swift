import JSON

/// A compiled condition or expression: tests that lead to one another, and the operands that they ask about.
final class Program: Sendable {
  /// The tests in any order.
  let tests: [Test]
  /// The test to begin with, or an end.
  let entry: Int32
  /// The operands, each after those that it is made of.
  let operands: [Operand]
  /// For each operand the first of those that it is made of.
  let starts: [Int32]
  /// For each operand how deep it nests.
  let depths: [Int32]
  /// For each operand its stretch of text.
  let ranges: [Range<Int>]
  /// For each test its stretch of text.
  let testRanges: [Range<Int>]
  /// Right sides that are made ready.
  let prepared: [Prepared]
  /// Texts that slots are compared with.
  let texts: [String]

  /// Operands that nest deeper are evaluated one after another instead of by recursion.
  static let maximumRecursion: Int32 = 12

  /// The program that the compiler has put together.
  init(_ compiler: Compiler, entry: Int32) {
    tests = compiler.tests
    self.entry = entry
    operands = compiler.operands
    starts = compiler.starts
    depths = compiler.depths
    ranges = compiler.ranges
    testRanges = compiler.testRanges
    prepared = compiler.prepared
    texts = compiler.texts
  }

  /// The place of the operand that gives an expression's value.
  var result: Int { operands.count - 1 }
}
