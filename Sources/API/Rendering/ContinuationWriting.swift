import Atoms
import HTTP
import JSON
import Model
import Operations
import Services

extension Bank {
  /// What comes after a submission as it stands: where nothing is left to do and its operation says so, a lead or the way
  /// back, else the tree that shows what became of it.
  func continuation(
    of submission: Model.Submission, showing shown: Disclosure? = nil, for call: Call
  ) throws -> [UInt8] {
    guard shown == nil, submission.status == .executed || submission.status == .signed,
      let next = catalog.navigation.continuation(of: submission.operation)
    else { return try resultTree(of: submission, showing: shown, for: call) }
    let message = SubmissionText.title(for: submission.status)[call.language]
    var writer = Writer()
    switch next {
    case .result: return try resultTree(of: submission, for: call)
    case .back:
      writer.object { writer in
        writer.key("transition")
        writer.object { $0.member("kind", "back") }
        writer.member("message", message)
      }
    case .route(let route, let wiring):
      let given = wiring.values(from: try outputs(of: submission))
      let values = Dictionary(given) { first, _ in first }
      guard let href = route.target.href(from: values) else { return try resultTree(of: submission, for: call) }
      let lead = Lead(
        route: route, title: catalog.title(of: route.target.kind)?[call.language],
        input: route.target.wiring.values(from: values), href: href, message: message)
      writer.lead(lead)
    }
    return writer.bytes
  }

  /// What came out of an operation: what was entered, and the submission itself.
  private func outputs(of submission: Model.Submission) throws -> [String: String] {
    var outputs = [Signature.submission: submission.id.rawValue]
    for member in try Value(reading: submission.values).object?.members ?? [] {
      if !member.value.isNull { outputs[member.name] = member.value.plainText }
    }
    return outputs
  }
}
