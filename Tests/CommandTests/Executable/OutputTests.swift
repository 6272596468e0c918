import TestBank
import TestClient
import Testing

/// The standard output of commands.
struct OutputTests {
  #if os(Linux)
    @Test("A command that cannot write its output reports that and fails") func reportsFailedOutput() throws {
      let command = #""$0" schema calendar 2>&1 >/dev/full"#
      let outcome = try StartedProcess.run("/bin/sh", ["-c", command, Program.executable().path])
      #expect(outcome.status == 1)
      #expect(outcome.output == "cannot write to standard output: error 28\n")
    }
  #endif
}
