import CPlatform

/// The limit of this process on open descriptors: sockets, files and pipes together.
///
///     DescriptorLimit.raise(to: 4_608)  // 4608, or less where the administrator allows less
package enum DescriptorLimit {
  /// The limit that holds; nil if the system does not tell.
  package static var present: Int? { limit(valence_descriptor_limit(0)) }

  /// Raises a lower limit to `count`, or as far as the administrator's own (`ulimit -Hn`) allows. Returns the limit that
  /// holds from then on; nil if the system does not tell. It never lowers a limit.
  @discardableResult
  package static func raise(to count: Int) -> Int? { limit(valence_descriptor_limit(Int64(count))) }

  private static func limit(_ answer: Int64) -> Int? { answer < 0 ? nil : Int(clamping: answer) }
}
