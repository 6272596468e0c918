import Atoms
import HTTP
import JSON
import Model

extension Response {
  /// A submission and the tree that follows it.
  static func progress(
    _ status: Int, _ submission: Model.Submission, of operation: Operation?, next: [UInt8], _ call: Call
  ) -> Response {
    let location = status == 201 ? [("Location", "/submissions/\(submission.id.rawValue)")] : []
    return .json(status, headers: location) { writer in
      writer.beginObject()
      writer.key("submission")
      writer.submission(submission, of: operation, in: call.language)
      writer.key("next")
      writer.raw(next)
      writer.endObject()
    }
  }
}
