/// Why a draft is not kept, or not there.
package enum DraftError: Error, Equatable {
  /// The person has none of the operation, or it is too old.
  case notFound
  /// It is no longer as it was: another device has gone on with it, or sent it.
  case changed
  /// The person has as many as there may be.
  case tooMany(limit: Int)
  /// Its values take more bytes than they may.
  case tooLarge(limit: Int)
}
