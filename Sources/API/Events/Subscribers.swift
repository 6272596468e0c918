import HTTPServer
import Dates
import Model
import Platform
import Services

/// An open stream of a caller.
struct Subscriber: Sendable {
  /// The number of the stream, in the order of opening.
  let number: UInt64
  let caller: Caller
  let stream: BodyStream
  /// True if the stream ends after the events up to now.
  let isOnce: Bool
  /// True if the stream has received its start position.
  var isAdmitted = false
  /// The position after which events are missing; nil if the stream has received all events that
  /// were read.
  var unsentFrom: NewsPlace?
  /// The time of the next comment, in nanoseconds of the monotonic clock.
  var beat: Int64 = 0
  /// The time of the next session check.
  var nextCheck = Instant(microseconds: 0)
}

struct Subscribers {
  private(set) var all: [UInt64: Subscriber] = [:]
  /// The stream numbers of each person, the oldest first.
  private var people: [PersonID: [UInt64]] = [:]
  private var last: UInt64 = 0
  /// The number of streams that wait for events.
  private(set) var waiting = 0

  var isEmpty: Bool { all.isEmpty }

  subscript(number: UInt64) -> Subscriber? {
    get { all[number] }
    set { if all[number] != nil, let newValue { all[number] = newValue } }
  }

  mutating func number() -> UInt64 {
    last += 1
    return last
  }

  /// Adds a stream. If the person now has more than `maximum` waiting streams, removes and returns
  /// the oldest.
  mutating func add(_ subscriber: Subscriber, maximum: Int) -> Subscriber? {
    let person = subscriber.caller.person
    all[subscriber.number] = subscriber
    people[person, default: []].append(subscriber.number)
    guard !subscriber.isOnce else { return nil }
    waiting += 1
    let own = of(person).filter { !$0.isOnce }
    guard own.count > maximum, let oldest = own.first else { return nil }
    remove(oldest.number)
    return oldest
  }

  /// Removes a stream. A second call has no effect.
  mutating func remove(_ number: UInt64) {
    guard let left = all.removeValue(forKey: number) else { return }
    if !left.isOnce { waiting -= 1 }
    let person = left.caller.person
    people[person]?.removeAll { $0 == number }
    if people[person]?.isEmpty == true { people[person] = nil }
  }

  /// Returns the streams of a person, the oldest first.
  func of(_ person: PersonID) -> [Subscriber] { (people[person] ?? []).compactMap { all[$0] } }
}
