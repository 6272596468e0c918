/// Why a submission is not taken, or not executed although it is signed; nothing moved.
///
/// What an effect's `check` throws and is none of these is a fault of ours.
package protocol Refusal: Error {
  /// The reason as a code, stored with a submission that it ended: `insufficient-funds`.
  var code: String { get }
}
