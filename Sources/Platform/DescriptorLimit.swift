import CPlatform

/// The limit of this process on open descriptors, which include sockets, files and pipes.
package enum DescriptorLimit {
  /// The current soft limit; nil if unknown.
  package static var present: Int? { limit(valence_descriptor_limit(0)) }

  /// Raises the soft limit to `count`, or to the hard limit (`ulimit -Hn`) if that is lower. Never
  /// lowers a limit. Returns the resulting limit; nil if unknown.
  @discardableResult
  package static func raise(to count: Int) -> Int? { limit(valence_descriptor_limit(Int64(count))) }

  private static func limit(_ answer: Int64) -> Int? { answer < 0 ? nil : Int(clamping: answer) }
}
