package import JSON

/// A case of the kit: a question to the driver, and the answer of a conformant client.
package struct KitCase: Sendable {
  /// The importance of a case.
  package enum Level: String, CaseIterable, Sendable {
    /// A client that fails is not conformant.
    case must
    /// The score does not count it.
    case should
  }

  /// The name of the case in reports and baselines: its file and its own name.
  package let id: String
  package let profile: String
  package let level: Level
  /// The ids of the rules that the case tests.
  package let rules: [String]
  /// The function of the driver.
  package let function: String
  /// The arguments of the function.
  package let given: Object
  /// The members that the result must have. The result may have others.
  package let expected: Object

  /// Writes the question for the driver, on one line.
  func question(id: Int) -> [UInt8] {
    var writer = Writer()
    writer.object { writer in
      writer.member("id", id)
      writer.member("do", function)
      for member in given.members {
        writer.key(member.name)
        writer.value(member.value)
      }
    }
    return writer.bytes
  }

  /// Returns what differs in a result.
  func differences(from result: Object) -> [String] {
    Expectation.differences(of: .object(result), from: .object(expected))
  }
}
