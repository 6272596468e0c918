/// How much a JSON text may ask of its reader.
public struct Limits: Sendable {
  /// The deepest nesting that any reader accepts, whatever it is asked for: reading and freeing a value recurse.
  public static let greatestDepth = 512

  /// How many arrays and objects may stand inside one another: 64 unless told, 1 to `greatestDepth`.
  public let depth: Int
  /// How many bytes the text may have: 16 MiB unless told.
  public let size: Int

  /// These limits; a depth outside 1...`greatestDepth` becomes the nearest allowed one.
  public init(depth: Int = 64, size: Int = 16 << 20) {
    self.depth = min(max(depth, 1), Self.greatestDepth)
    self.size = max(size, 0)
  }
}
