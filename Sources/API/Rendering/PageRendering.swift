import Atoms
import JSON
import Operations
import Services

/// Renders screens, flows and the trees of submissions as JSON.
final class PageRendering: Sendable {
  let forms: OperationForms
  let process: SubmissionProcess
  /// The drafts, including the states of flows.
  let drafts: Drafts

  init(_ forms: OperationForms, _ process: SubmissionProcess, _ drafts: Drafts) {
    self.forms = forms
    self.process = process
    self.drafts = drafts
  }

  /// Returns the enabled operations for an authenticated person.
  ///
  /// Omits operations that log in or are steps of flows.
  func offered() throws -> [Operation] {
    let disabled = try forms.disabled()
    let catalog = forms.catalog
    return catalog.operations.filter { operation in
      !process.opensSession(operation) && !catalog.navigation.steps.contains(operation.id)
        && !disabled.contains(operation.id)
    }
  }

  /// Writes the member `unavailable` of a listed operation if the client cannot open it.
  ///
  /// The member contains the type of the problem and, for an outdated client, the minimum version
  /// and the URL of a newer client.
  func writeMark(of operation: Operation, for client: Capabilities, to writer: inout Writer) {
    let oldest = operation.minimumClient.missing(to: client.client)
    var isDrawn = true
    do { _ = try operation.presentation(for: client) } catch { isDrawn = false }
    guard oldest != nil || !isDrawn else { return }
    writer.key("unavailable")
    writer.beginObject()
    let type = oldest == nil ? ProblemType.kindsNotAccepted : .clientOutdated
    writer.member("type", "/problems/\(type.name)")
    if let oldest { writer.member("minimumVersion", oldest.description) }
    if oldest != nil, let update = client.client.flatMap({ forms.clients.updates[$0.platform] }) {
      writer.member("update", update)
    }
    writer.endObject()
  }
}
