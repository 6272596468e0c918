import HTTPServer
import Dates
import Model
import Platform
import Services

/// A stream that is open for a caller.
struct Subscriber: Sendable {
  /// The number of the stream, in the order of opening.
  let number: UInt64
  /// The caller.
  let caller: Caller
  /// The stream.
  let stream: BodyStream
  /// True if the stream ends when everything until now is told.
  let isOnce: Bool
  /// True if it was told where it begins, and is told of news from then on.
  var isAdmitted = false
  /// The place behind which news are missing; nil if everything that was read is told.
  var unsentFrom: NewsPlace?
  /// Nanoseconds of the monotonic clock at which it gets its next comment.
  var beat: Int64 = 0
  /// The time at which its session is looked at.
  var nextCheck = Instant(microseconds: 0)
}

/// The open streams.
struct Subscribers {
  private(set) var all: [UInt64: Subscriber] = [:]
  /// The numbers of each person's streams, the oldest first.
  private var people: [PersonID: [UInt64]] = [:]
  private var last: UInt64 = 0
  /// Count of the streams that wait for events.
  private(set) var waiting = 0

  /// True if there is none.
  var isEmpty: Bool { all.isEmpty }

  subscript(number: UInt64) -> Subscriber? {
    get { all[number] }
    set { if all[number] != nil, let newValue { all[number] = newValue } }
  }

  /// Returns the number of the next stream.
  mutating func number() -> UInt64 {
    last += 1
    return last
  }

  /// Adds a stream. Returns the person's oldest that waits for events if there are more than `maximum` of them now.
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

  /// Removes a stream; a second call does nothing.
  mutating func remove(_ number: UInt64) {
    guard let left = all.removeValue(forKey: number) else { return }
    if !left.isOnce { waiting -= 1 }
    let person = left.caller.person
    people[person]?.removeAll { $0 == number }
    if people[person]?.isEmpty == true { people[person] = nil }
  }

  /// The streams of a person, the oldest first.
  func of(_ person: PersonID) -> [Subscriber] { (people[person] ?? []).compactMap { all[$0] } }
}
