extension FormSession {
  /// The time between an edit and the request that saves the draft.
  static let pauseBeforeDraft = Duration.milliseconds(1200)

  /// Saves the entries as a draft 1.2 seconds after the last edit, one request at a time. Does
  /// nothing without drafts, without new entries, and while a conflict is not resolved.
  func keepLater() {
    guard form.isTouched, form.tree.draft != nil, draftConflict == nil, !isClosed else { return }
    guard form.keptValues != draftValues else { return }
    keeping?.cancel()
    keeping = Task {
      do { try await clock.sleep(for: Self.pauseBeforeDraft) } catch { return }
      guard !Task.isCancelled, !isClosed else { return }
      keeping = nil
      // The end of the present request saves the entries.
      if !isKeeping { await keep() }
    }
  }

  private func keep() async {
    let (values, drawn) = (form.keptValues, redraws)
    isKeeping = true
    defer { isKeeping = false }
    do throws(Failure) {
      let tag = try await client.keep(form, values: values, ifMatch: draftTag)
      (draftTag, draftValues) = (tag, values)
    } catch {
      if drawn == redraws { notKept(error, values) }
      return
    }
    isKeeping = false
    keepLater()
  }

  private func notKept(_ failure: Failure, _ mine: Members) {
    if case .refused(let problem) = failure, problem.name == .draftChanged {
      let stored = problem.currentDraft
      let merge = DraftMerge(base: draftValues ?? [:], mine: mine, theirs: stored?.values ?? [:])
      if merge.conflicts.isEmpty {
        resolveDraft(stored, with: merge.values())
      } else {
        draftConflict = problem
      }
    }
    onFailure(failure)
  }

  /// Continues to save drafts after a conflict with another device.
  ///
  ///     let merge = DraftMerge(base: base, mine: session.form.keptValues, theirs: stored.values)
  ///     session.resolveDraft(stored, with: merge.values(taking: chosen))
  ///
  /// - Parameters:
  ///   - stored: The draft that the new one replaces: ``Problem/currentDraft``.
  ///   - values: The values that the person has chosen.
  public func resolveDraft(_ stored: StoredDraft?, with values: Members) {
    (draftConflict, draftTag, draftValues) = (nil, stored?.etag, stored?.values)
    fill(values)
  }
}
