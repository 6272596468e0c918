import ArgumentParser
import Services

/// How many passwords are hashed, each of which costs a good part of a second and much memory.
struct HashingOptions: ParsableArguments {
  @Option(1...64, help: "Passwords that are hashed at a time.")
  var hashingThreads = 2

  @Option(1...100_000, help: "Logins and changes of passwords that wait for that; more are answered with 503.")
  var hashingQueue = 64

  /// Takes the options over.
  func apply(to configuration: inout Configuration) {
    (configuration.hashingWidth, configuration.hashingQueue) = (hashingThreads, hashingQueue)
  }
}
