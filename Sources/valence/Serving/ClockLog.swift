import Logging
import Services

/// Tells of steps of the system's clock.
enum ClockLog {
  /// Logs what the clock did, and what the bank's time does.
  static func tell(of step: SteadyClock.Step, to log: Logger) {
    switch step {
    case .set(let by, let isFollowed):
      log.warning(
        "the system's clock was set while the server ran",
        metadata: [
          "seconds": "\(by.components.seconds)",
          "time": isFollowed
            ? "follows it" : by < .zero ? "goes on, a 64th slower" : "goes on as before until the next start",
        ])
    case .behindStored(let by, let isFollowed):
      log.warning(
        "the system's clock is behind what is stored: check it",
        metadata: [
          "seconds": "\(by.components.seconds)",
          "time": isFollowed ? "goes on from what is stored, a 64th slower" : "follows the clock",
        ])
    }
  }
}
