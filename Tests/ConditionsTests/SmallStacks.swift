import Foundation
import JSON
import Synchronization
import Testing

@testable import Conditions

/// All work fits the 512 KiB stack of a worker thread in an unoptimized build.
@Suite struct SmallStacks {
  /// Runs the work on a thread with a stack of 512 KiB.
  private func onSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) throws -> Result {
    let result = Mutex<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = work()
      result.withLock { $0 = value }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    return try #require(result.withLock { $0 })
  }

  @Test("Every language case evaluates on a 512 KiB stack") func evaluatesCasesOnSmallStack() throws {
    let wrong = try onSmallStack {
      Conformance.cases.filter { $0.answer(careful: $0.hasUnknown) != $0.expected }.map(\.name)
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "A text of 100,000 open brackets throws a fault on a 512 KiB stack",
    arguments: [
      "(", "{", "[", "a[", "NOT ", "-", "!", "sum(", "SUBQUERY(", "TERNARY(", "(a == 1 AND ", "1 + (", "{1, ",
    ])
  func rejectsOpenBracketsOnSmallStack(_ unit: String) throws {
    let fault = try onSmallStack { () -> String? in
      let text = String(repeating: unit, count: 100_000)
      do throws(Faults) {
        _ = try Condition(text)
        return nil
      } catch {
        return error.first?.message
      }
    }
    #expect(fault != nil)
  }

  @Test(
    "Nested expressions are evaluated or rejected on a 512 KiB stack",
    arguments: [
      ("1 + (", "1", ")", " == 1001"), ("abs(", "1", ")", " == 1"), ("{", "1", "}", "[SIZE] == 1"),
      ("-", "1", "", " == 1"),
      ("SELF[", "'a'", "]", " == NULL"), ("TERNARY(1 == 1, ", "1", ", 2)", " == 1"),
      ("SUBQUERY(", "{1}", ", $x, $x == 1)", "[SIZE] == 1"),
    ])
  func evaluatesOrRejectsDeepNesting(_ unit: String, _ core: String, _ end: String, _ rest: String) throws {
    for count in [10, 16, 90, 1000] {
      let text = String(repeating: unit, count: count) + core + String(repeating: end, count: count) + rest
      let holds = try onSmallStack { () -> Bool? in
        guard let condition = try? Condition(text), condition == (try? Condition(condition.description)) else {
          return nil
        }
        return try? condition.holds(in: ConditionInput(values: [], object: ["a": "a"]))
      }
      if unit == "1 + (" || unit == "-" {
        #expect(holds == (count == 1000 || unit == "-"))
      } else if count > 100 {
        #expect(holds == nil)
      } else if count == 10 {
        #expect(holds == true || unit == "SELF[")
      }
    }
  }
}
