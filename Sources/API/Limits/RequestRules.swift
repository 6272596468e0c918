/// How often people and addresses may ask, and which pages of other origins may read the answers.
package struct RequestRules: Sendable {
  /// How often a person may ask; nil is as often as they like.
  package var perPerson: RequestRate?
  /// How often an address may ask that shows no valid token; nil is as often as it likes.
  package var perAddress: RequestRate?
  /// The pages of other origins that may read answers.
  package var crossOrigin = CrossOrigin()

  /// Rules without limits, and without other origins.
  package init() {}
}
