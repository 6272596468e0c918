import Atoms
import JSON
import Operations
import Services

/// Screens, flows and the trees of submissions as JSON.
///
///     try pages.writeScreen(screen, from: inputs.values, for: call, to: &writer)
///     let step = try pages.step(of: flow, state, for: call)
final class PageRendering: Sendable {
  /// The operations on the pages.
  let forms: OperationForms
  /// The process of the submissions.
  let process: SubmissionProcess
  /// The drafts, which also hold the states of flows.
  let drafts: Drafts

  /// Creates the rendering of these forms.
  init(_ forms: OperationForms, _ process: SubmissionProcess, _ drafts: Drafts) {
    self.forms = forms
    self.process = process
    self.drafts = drafts
  }

  /// Returns the enabled operations for a person who has logged in.
  ///
  /// It omits operations that log in and those that are steps of flows.
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
  /// The member contains the type of the problem; for an outdated client also the minimum version and
  /// the URL of a newer one. The operation is marked, not hidden: the person can see that it exists.
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
