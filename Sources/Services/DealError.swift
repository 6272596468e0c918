/// Why a deal is not changed.
package enum DealError: Error, Equatable {
  /// There is none with that id, for whoever asks.
  case notFound
  /// Another body came with the same key.
  case keyReused
  /// Somebody has changed it since it was read.
  case changedMeanwhile
  /// It was ended, and stays as it is.
  case ended
}
