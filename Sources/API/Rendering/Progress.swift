import Atoms
import HTTP
import JSON
import Model

extension Response {
  /// A submission and the tree that follows it; one with a secret in it is kept by nobody.
  static func progress(
    _ status: Int, _ submission: Model.Submission, of operation: Operation?, next: [UInt8], isSecret: Bool = false,
    _ call: Call
  ) -> Response {
    let location = status == 201 ? [("Location", "/submissions/\(submission.id.rawValue)")] : []
    return .json(status, isSecret: isSecret, headers: location) { writer in
      writer.beginObject()
      writer.key("submission")
      writer.submission(submission, of: operation, in: call.language)
      writer.key("next")
      writer.raw(next)
      writer.endObject()
    }
  }
}
