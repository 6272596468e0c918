import Atoms
import HTTPClient
import Services
import Synchronization

/// Collects the first answer to each question. Calls `then` when all answers have arrived or the
/// time is over.
final class Gathering: Sendable {
  private struct State {
    var questions: [SystemQuestion]
    var answers: [SystemQuestion.Identity: LookupAnswer] = [:]
    var next = 0
    /// Called at the end, then nil.
    var then: (@Sendable ([SystemQuestion.Identity: LookupAnswer]) -> Void)?
  }

  /// The end of the time, in nanoseconds of `DispatchTime`.
  let deadline: UInt64
  let trace: TraceContext
  /// The request that needs the answers, for the log.
  let request = CurrentRequest.mark
  private let state: Mutex<State>

  init(
    _ questions: [SystemQuestion], until deadline: UInt64, _ trace: TraceContext,
    _ then: @escaping @Sendable ([SystemQuestion.Identity: LookupAnswer]) -> Void
  ) {
    (self.deadline, self.trace) = (deadline, trace)
    state = Mutex(State(questions: questions, then: then))
  }

  /// Returns the next question to send; nil if all were sent or the time is over.
  func next() -> SystemQuestion? {
    state.withLock { state in
      guard state.then != nil, state.next < state.questions.count else { return nil }
      state.next += 1
      return state.questions[state.next - 1]
    }
  }

  func take(_ answer: LookupAnswer, for question: SystemQuestion) {
    finish { state in
      state.answers[question.identity] = state.answers[question.identity] ?? answer
      return state.answers.count == state.questions.count
    }
  }

  /// Ends the collection. A missing answer is `unavailable`.
  func end() {
    finish { state in
      for question in state.questions where state.answers[question.identity] == nil {
        state.answers[question.identity] = .unavailable
      }
      return true
    }
  }

  /// Calls `then` if `change` returns true. The state is then released, because the deadline timer
  /// outlives the request by seconds.
  private func finish(_ change: (inout State) -> Bool) {
    let ended = state.withLock { state -> State? in
      guard state.then != nil, change(&state) else { return nil }
      defer { state = State(questions: [], then: nil) }
      return state
    }
    if let ended { ended.then?(ended.answers) }
  }
}
