extension FormSession {
  /// Sends a request about changes, and merges its response.
  ///
  /// - Parameter pause: The seconds after which a request about unavailable values is repeated; nil
  ///   for other requests.
  func ask(_ question: Question?, again pause: Int? = nil) {
    guard let question, !isClosed else { return }
    if pause == nil { stopRepeating() }
    asking.insert(question.revision)
    openRequests += 1
    Task {
      let drawn = redraws
      do throws(Failure) {
        let states = try await client.ask(question)
        if drawn == redraws, !isClosed { merge(states, of: question, again: pause) }
      } catch {
        if drawn == redraws, !isClosed { failed(error, question, again: pause) }
      }
      openRequests -= 1
    }
  }

  private func stopRepeating() {
    repeating?.cancel()
    repeating = nil
  }

  private func merge(_ states: States, of question: Question, again pause: Int?) {
    asking.remove(question.revision)
    failures = 0
    let isMerged = form.merge(states)
    askLater(isMerged ? states.retryAfter : pause)
    onChange()
    keepLater()
    // A response that came too late, or values that have become known, leave something to ask.
    if asking.isEmpty, repeating == nil { ask(form.question()) }
  }

  private func failed(_ failure: Failure, _ question: Question, again pause: Int?) {
    asking.remove(question.revision)
    if let pause {
      // The person did not cause this request.
      if failure.isPassing { askLater(failure.retryAfter ?? pause) }
      return
    }
    // A newer request covers the changes of this one.
    guard question.revision == form.asked else { return }
    if case .refused(let problem) = failure {
      if problem.name == .unauthorized { return onFailure(failure) }
      if let tree = problem.next?.tree {
        onFailure(failure)
        return redraw(as: tree)
      }
    }
    guard failure.isPassing else {
      form.forgetCommand()
      return onFailure(failure)
    }
    failures += 1
    let seconds = failure.retryAfter ?? min(1 << (failures - 1), 16)
    repeating = Task {
      guard await slept(seconds) else { return }
      repeating = nil
      ask(form.question())
    }
    onFailure(failure)
  }

  /// Requests all states again after some seconds, because values are unavailable.
  func askLater(_ seconds: Int?) {
    guard let seconds, waiting == nil, !isClosed, form.tree.evaluate != nil else { return }
    waiting = Task {
      guard await slept(seconds) else { return }
      waiting = nil
      guard isVisible, !form.isWaiting, let question = form.wholeQuestion(judges: false) else {
        return askLater(seconds)
      }
      ask(question, again: seconds)
    }
  }

  /// Waits. Returns false if the wait was cancelled.
  private func slept(_ seconds: Int) async -> Bool {
    do { try await clock.sleep(for: .seconds(seconds)) } catch { return false }
    return !Task.isCancelled && !isClosed
  }
}
