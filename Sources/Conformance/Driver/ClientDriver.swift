import JSON
import Platform

/// A client under test: a program that reads one JSON object a line and answers with one.
///
/// After a failure the program is started again, so that one case does not disturb the next.
final class ClientDriver {
  /// The description that a client gives of itself.
  struct Introduction: Sendable {
    /// The name and version of the client.
    let client: String
    /// The profiles that the client claims.
    let profiles: [String]
  }

  /// The longest line of a driver.
  private static let maximumLine = 4 << 20

  private let command: String
  private let limit: Duration
  private var program: PipedProgram?
  private var last = 0

  /// Creates a driver from a command line of the shell. Each answer must come within `limit`.
  init(_ command: String, limit: Duration) {
    self.command = command
    self.limit = limit
  }

  /// Starts the program and asks for its introduction. Throws `DriverFailure` if it gives none.
  func introduction(kit: String) throws(DriverFailure) -> Introduction {
    let answer = ask { id in
      var writer = Writer()
      writer.object { writer in
        writer.member("id", id)
        writer.member("do", "hello")
        writer.member("kit", kit)
      }
      return writer.bytes
    }
    switch answer {
    case .result(let result):
      guard case .string(let client)? = result["client"], case .array(let claimed)? = result["profiles"] else {
        throw DriverFailure("the answer to `hello` has `client` and `profiles`")
      }
      let profiles = claimed.map { if case .string(let name) = $0 { name } else { "" } }
      return Introduction(client: client, profiles: profiles)
    case .skip(let text), .error(let text), .failure(let text):
      throw DriverFailure("the driver did not introduce itself: \(text)")
    }
  }

  /// Asks the question of a case.
  func ask(_ question: KitCase) -> DriverAnswer { ask { question.question(id: $0) } }

  /// Asks for a function with arguments.
  func ask(_ function: String, _ arguments: Object) -> DriverAnswer {
    ask { id in
      var writer = Writer()
      writer.object { writer in
        writer.member("id", id)
        writer.member("do", function)
        for member in arguments.members {
          writer.key(member.name)
          writer.value(member.value)
        }
      }
      return writer.bytes
    }
  }

  private func ask(_ question: (Int) -> [UInt8]) -> DriverAnswer {
    last += 1
    // The first answer includes the start, which takes a virtual machine some seconds.
    let limit = program == nil ? limit * 5 : limit
    let program: PipedProgram
    do throws(ChildProgram.Failure) { program = try started() } catch {
      return .failure("the driver cannot be started: \(error)")
    }
    do throws(PipedProgram.Failure) {
      let answer = DriverAnswer(
        try program.answer(to: question(last), within: limit, atMost: Self.maximumLine), to: last)
      if case .failure = answer { self.program = nil }
      return answer
    } catch {
      let errors = program.errorText
      self.program = nil
      let reason =
        switch error {
        case .ended: "the driver ended"
        case .late: "the driver did not answer within \(limit.components.seconds) s"
        case .tooLong: "the driver wrote a line of more than 4 MiB"
        }
      return .failure(errors.isEmpty ? reason : "\(reason); its standard error: \(errors)")
    }
  }

  private func started() throws(ChildProgram.Failure) -> PipedProgram {
    if let program { return program }
    let started = try PipedProgram(shell: command)
    program = started
    return started
  }
}

/// The reason why no case could be asked.
package struct DriverFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
