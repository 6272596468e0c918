/// What a definition says of how a directory is asked.
package struct LookupTerms: Sendable, Hashable {
  /// How long an answer is waited for, in milliseconds; nil for as long as the directory's own rule says.
  package let timeout: Int?
  /// How long an answer may be used again, in milliseconds; nil where each is asked for anew.
  package let cache: Int?

  /// These terms; without arguments, those of the directory.
  package init(timeout: Int? = nil, cache: Int? = nil) {
    (self.timeout, self.cache) = (timeout, cache)
  }
}
