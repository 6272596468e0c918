import Foundation
import Platform
import TestClient
import Testing

@Suite("Programs that answer lines") struct PipedProgramTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("A program gets each line and its answers come in order") func answersLines() throws {
    let program = try PipedProgram(shell: "cat")
    for text in ["first", "", String(repeating: "x", count: 1 << 20)] {
      let answer = try program.answer(to: bytes(text), within: .seconds(60), atMost: 2 << 20)
      #expect(answer == bytes(text))
    }
  }

  @Test("A line that was written with the previous one answers the next question") func keepsFurtherLines() throws {
    let program = try PipedProgram(shell: "sh -c 'read a; echo 1; echo 2; read b; cat'")
    #expect(try program.answer(to: bytes("a"), within: .seconds(60), atMost: 100) == bytes("1"))
    #expect(try program.answer(to: bytes("b"), within: .seconds(60), atMost: 100) == bytes("2"))
  }

  @Test("A program that ends, is silent or writes a long line has a failure, and its standard error is kept")
  func reportsFailures() throws {
    signal(SIGPIPE, SIG_IGN)
    let ended = try PipedProgram(shell: "sh -c 'read a; echo broken >&2; exit 3'")
    #expect(throws: PipedProgram.Failure.ended) { try ended.answer(to: bytes("a"), within: .seconds(60), atMost: 100) }
    #expect(eventually(within: 30) { ended.errorText == "broken\n" })
    let silent = try PipedProgram(shell: "sleep 600")
    #expect(throws: PipedProgram.Failure.late) { try silent.answer(to: bytes("a"), within: .zero, atMost: 100) }
    let long = try PipedProgram(shell: "yes")
    #expect(throws: PipedProgram.Failure.tooLong) { try long.answer(to: bytes("a"), within: .seconds(60), atMost: 0) }
  }

  @Test("The process group ends with the object") func endsWithObject() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      let program = try PipedProgram(shell: "sh -c 'sleep 600 & echo $!; wait'")
      let answer = try program.answer(to: [], within: .seconds(60), atMost: 100)
      try Data(answer).write(to: file)
    }
    let process = try #require(pid_t(String(contentsOf: file, encoding: .utf8)))
    #expect(
      eventually(within: 30) {
        let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return kill(process, 0) != 0 || line?.split(separator: ")").last?.hasPrefix(" Z") == true
      })
  }
}
