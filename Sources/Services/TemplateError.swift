package import Model

/// Why a template is not kept, or not there.
package enum TemplateError: Error, Equatable {
  /// The person has none with this id.
  case notFound
  /// The person has as many as there may be.
  case tooMany(limit: Int)
  /// Its values take more bytes than they may.
  case tooLarge(limit: Int)
  /// The person has another template of the operation with this title.
  case titleTaken(TemplateID)
}
