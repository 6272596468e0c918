/// Why a draft is not kept, or not there.
package enum DraftError: Error, Equatable {
  /// The person has none of the operation, or it is too old.
  case notFound
  /// The person has as many as there may be.
  case tooMany(limit: Int)
  /// Its values take more bytes than they may.
  case tooLarge(limit: Int)
}
