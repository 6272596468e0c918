import Foundation

/// The `valence` that was built with these tests.
enum Executable {
  /// The directory of the build's products: the test bundle lies there too.
  static let directory = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
}
