/// The end of a tap.
///
///     switch try await session.tap("send") {
///     case .shown(let document, _): show(document.shown)
///     case .confirmation(let question): ask(question)  // if the person agrees: isConfirmed: true
///     case .findings(let path): scroll(to: path)
///     case .asked: break
///     }
public enum TapEnd: Sendable {
  /// The document to show. `isEarlier` is true if it belongs to an earlier attempt, whose values
  /// the server has stored.
  case shown(Document, isEarlier: Bool)
  /// The question to show before the tap. If the person agrees, tap with `isConfirmed`.
  case confirmation(Confirmation)
  /// The path of the first error, which prevents the question.
  case findings(String)
  /// The tap was a command, whose effect arrives with the states. A hidden or disabled atom has no
  /// effect.
  case asked
}

/// A wait that ends once, by the last response or by the time limit.
@MainActor final class Settling {
  private var waiting: CheckedContinuation<Void, Never>?
  private var hasEnded = false

  func wait() async {
    if hasEnded { return }
    await withCheckedContinuation { waiting = $0 }
  }

  func end() {
    hasEnded = true
    waiting?.resume()
    waiting = nil
  }
}

extension FormSession {
  /// Taps a button, a link or a command.
  ///
  /// - Waits for the response to the last change, at most a second.
  /// - Before a question, validates all values.
  /// - Repeats the request while the server still processes the first one, and after a 503 with a
  ///   `Retry-After` of at most three seconds: up to five times.
  ///
  /// After another ``Failure``, the person decides; the next tap has the same key. A refusal's
  /// violations are shown at their atoms, and its newer tree is drawn with the entries.
  public func tap(_ path: String, isConfirmed: Bool = false) async throws(Failure) -> TapEnd {
    if form[path]?.kind == .command {
      change { $0.question(tapping: path) }
      return .asked
    }
    await settled()
    if form[path]?.confirmation != nil, !isConfirmed {
      if await judge(), let finding = form.findings.first { return .findings(finding.path) }
      if let confirmation = form[path]?.confirmation { return .confirmation(confirmation) }
    }
    guard let tap = form.tap(path) else { return .asked }
    return try await send(tap)
  }

  /// Waits until no request about changes is open, at most a second.
  public func settled() async {
    guard !asking.isEmpty else { return }
    let settling = Settling()
    self.settling.append(settling)
    let clock = clock
    let limit = Task {
      try? await clock.sleep(for: .seconds(1))
      settling.end()
    }
    await settling.wait()
    limit.cancel()
    self.settling.removeAll { $0 === settling }
  }

  /// Validates all values as a submission does. Returns false if no response arrived.
  private func judge() async -> Bool {
    guard let question = form.wholeQuestion() else { return false }
    let drawn = redraws
    openRequests += 1
    defer { openRequests -= 1 }
    guard let states = try? await client.ask(question), drawn == redraws, !isClosed else { return false }
    let isMerged = form.merge(states)
    askLater(states.retryAfter)
    onChange()
    return isMerged
  }

  private func send(_ tap: Tap) async throws(Failure) -> TapEnd {
    let drawn = redraws
    let earlier = form.begin(tap)
    do {
      return .shown(try await post(tap), isEarlier: false)
    } catch {
      if let earlier, case .refused(let problem) = error, problem.name == .keyReused {
        // The earlier attempt arrived with its own values: its outcome counts.
        return .shown(try await post(earlier), isEarlier: true)
      }
      if drawn == redraws, case .refused(let problem) = error { refused(problem) }
      throw error
    }
  }

  private func refused(_ problem: Problem) {
    if let tree = problem.next?.tree, tree.operation == form.tree.operation {
      redraw(as: tree)
    }
    form.show(problem)
    onChange()
  }

  private func post(_ tap: Tap) async throws(Failure) -> Document {
    for attempt in 0... {
      openRequests += 1
      defer { openRequests -= 1 }
      do throws(Failure) {
        let document = try await client.send(tap)
        form.end(tap, with: document)
        return document
      } catch {
        form.end(tap, with: error)
        guard attempt < 5, let pause = Self.pause(after: error) else { throw error }
        do { try await clock.sleep(for: .seconds(pause)) } catch { throw .unreachable(error) }
      }
    }
    return .nothing
  }

  /// The seconds after which a tap is repeated by itself; nil if the person decides.
  private static func pause(after failure: Failure) -> Int? {
    guard case .refused(let problem) = failure else { return nil }
    if problem.name == .underWay { return max(problem.retryAfter ?? 1, 1) }
    return problem.status == 503 ? problem.retryAfter.flatMap { $0 <= 3 ? $0 : nil } : nil
  }
}
