import Foundation
import Model
import Services
import TestClient
import Testing

/// A program that sends messages: a script for each outcome.
@Suite struct ProgramCodeSenderTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func program(_ body: String) throws -> String {
    let file = folder.appending(path: "send")
    try StartedProcess.write(script: body, to: file.path)
    return file.path
  }

  private let message = Message(
    id: .new(at: .systemNow), kind: .code, person: .new(at: .systemNow), phone: "+79000000000",
    text: "Код № 1: 123456.\nНикому \"$HOME\"")

  @Test("The program reads the number and the text from standard input and gets no arguments")
  func passesMessageOnStandardInput() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let kept = folder.appending(path: "kept").path
    try ProgramCodeSender(path: program("cat > '\(kept)'; echo \"$#\" >> '\(kept)'"))
      .send(message, within: .seconds(60))
    #expect(
      try String(contentsOfFile: kept, encoding: .utf8)
        == "+79000000000\nКод № 1: 123456.\nНикому \"$HOME\"\n0\n")
  }

  @Test(
    "A program that fails, is killed or exceeds the time limit throws the specific error",
    arguments: [
      ("exit 3", .status(3)), ("kill -9 $$", .signal(9)), ("exec tail -f /dev/null", .late),
      // A program that reads no input and writes much output is not blocked.
      ("exec 0<&-; yes | head -c 1000000; yes | head -c 1000000 >&2; exit 4", .status(4)),
    ] as [(String, ProgramCodeSender.Failure)])
  func throwsFailureOfProgram(_ body: String, _ failure: ProgramCodeSender.Failure) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let limit = failure == .late ? Duration.milliseconds(50) : .seconds(60)
    let sender = try ProgramCodeSender(path: program(body))
    #expect(throws: failure) { try sender.send(message, within: limit) }
  }

  @Test("A child process of the program does not extend the time limit") func childDoesNotExtendTimeLimit() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sender = try ProgramCodeSender(path: program("sleep 600"))
    let began = ContinuousClock.now
    #expect(throws: ProgramCodeSender.Failure.late) { try sender.send(message, within: .milliseconds(50)) }
    #expect(ContinuousClock.now - began < .seconds(60))
  }

  @Test("A program that cannot be executed throws on creation of the sender or on sending")
  func rejectsUnexecutableProgram() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("text".utf8).write(to: folder.appending(path: "text"))
    for path in [folder.path, "\(folder.path)/text", "\(folder.path)/nowhere"] {
      #expect(throws: ProgramCodeSender.Failure.notExecutable(path: path)) { try ProgramCodeSender(path: path) }
    }
    let path = try program("exit 0")
    let sender = try ProgramCodeSender(path: path)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ProgramCodeSender.Failure.notStarted(path: path)) {
      try sender.send(message, within: .seconds(60))
    }
  }
}
