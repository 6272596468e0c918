import Model
import HTTPClient
import Testing

@testable import Operations

/// Whose deliveries are taken, and how failures slow them.
@Suite struct DeliveryPaceTests {
  typealias Result = Swift.Result<OutboundResponse, OutboundFailure>

  private static let second: UInt64 = 1_000_000_000
  private static let good = status(201)
  private static let bad = status(500)

  private static func status(_ status: Int) -> Result {
    .success(OutboundResponse(status: status, headers: [], body: []))
  }

  private static func turn(_ person: UInt64, _ number: UInt64 = 0) -> DeliveryTurn {
    DeliveryTurn(submission: SubmissionID(high: person, low: number), person: PersonID(high: person, low: 1))
  }

  private static func person(_ number: UInt64) -> PersonID { turn(number).person }

  private var pace = DeliveryPace()
  private var limits = SystemLimits()
  private var now: UInt64 = 1_000 * second

  /// Takes what may be taken of these, in their order.
  private mutating func take(_ due: [DeliveryTurn]) -> [DeliveryTurn] {
    let chosen = pace.choose(from: due, pace.room(within: limits, at: now), at: now)
    pace.note(chosen, taken: Set(chosen.map(\.submission)))
    return chosen
  }

  /// Ends a delivery of a person.
  private mutating func end(_ person: UInt64, _ result: Result) {
    pace.note(result, of: Self.person(person), at: now)
    pace.leave(Self.person(person))
  }

  /// Makes one attempt of a person; returns false if the person has no place.
  private mutating func attempt(_ person: UInt64, _ result: Result) -> Bool {
    guard take([Self.turn(person)]).count == 1 else { return false }
    end(person, result)
    return true
  }

  /// Lets deliveries of persons 100 and above succeed until the window is as wide as it gets.
  private mutating func widen() {
    for number in 0..<8 {
      _ = attempt(100 + UInt64(number), Self.good)
      now += Self.second
    }
  }

  @Test("each person has a turn before anybody has a second one")
  mutating func turns() {
    widen()
    let due = (0..<3).map { Self.turn(1, $0) } + [Self.turn(2), Self.turn(3)]
    let chosen = take(due)
    #expect(chosen.prefix(3) == [due[0], due[3], due[4]] && Set(chosen.map(\.submission)).count == 5)
  }

  @Test("whoever has had a turn waits for the others, also in the next pass")
  mutating func turnsOfPasses() {
    limits.atOnce = 2
    let due = [Self.turn(1, 0), Self.turn(1, 1), Self.turn(2)]
    let first = take(due)
    end(1, Self.good)
    let second = take([due[1], due[2]])
    #expect(first == [due[0]] && second == [due[2]])
  }

  @Test("one person takes neither all places nor more than a quarter of a second")
  mutating func shares() {
    widen()
    let due = (0..<100).map { Self.turn(1, $0) }
    let chosen = take(due)
    let other = take([Self.turn(2)])
    #expect(chosen.count == limits.perPerson && other.count == 1)
    limits.perSecond = 20
    pace = DeliveryPace()
    now += Self.second
    var count = 0
    for tenth in 0..<10 {
      now = 2_000 * Self.second + UInt64(tenth) * Self.second / 10
      if attempt(1, Self.good) { count += 1 }
    }
    #expect(count == 5)
  }

  @Test("a second has at most half of `perSecond`, also where that is less than ten", arguments: [1, 3, 10, 200])
  mutating func perSecond(perSecond: Int) {
    limits.perSecond = perSecond
    widen()
    var count = 0
    for tenth in 0..<10 {
      now = 2_000 * Self.second + UInt64(tenth) * Self.second / 10
      for person in 0..<100 where attempt(200 + UInt64(person), Self.good) { count += 1 }
    }
    #expect(count == max(1, perSecond / 2))
  }

  @Test("a hundred failures of one person slow nobody else")
  mutating func oneFails() {
    widen()
    for _ in 0..<100 {
      _ = attempt(1, Self.bad)
      let other = take([Self.turn(2)])
      #expect(other.count == 1)
      end(2, Self.good)
      now += Self.second / 10
    }
  }

  @Test(
    "failures of one person alone leave a place for anybody else, whatever they are",
    arguments: [
      Result.failure(.timeout), .failure(.broken), .failure(.tooLarge), status(500), status(503),
    ])
  mutating func nobodyElse(result: Result) {
    for _ in 0..<50 {
      _ = attempt(1, result)
      now += Self.second / 10
    }
    // Deliveries of the person hang, as many as may.
    _ = take((0..<10).map { Self.turn(1, $0) })
    let other = take([Self.turn(2)])
    #expect(other.count == 1)
  }

  @Test("after ten failures in a row a person has one delivery a second, until one succeeds")
  mutating func slowPerson() {
    for _ in 0..<10 {
      let made = attempt(1, Self.bad)
      #expect(made)
      now += Self.second / 10
    }
    now += Self.second
    let (first, second) = (attempt(1, Self.bad), attempt(1, Self.bad))
    now += Self.second
    let third = attempt(1, Self.good)
    now += Self.second / 10
    let fourth = attempt(1, Self.good)
    #expect(first && !second && third && fourth)
  }

  @Test("failures of two persons leave pauses, in which another person tries once a second")
  mutating func twoFail() {
    widen()
    for _ in 0..<10 {
      pace.note(Self.bad, of: Self.person(1), at: now)
      pace.note(Self.bad, of: Self.person(2), at: now)
    }
    let (one, two) = (take([Self.turn(1)]), take([Self.turn(2)]))
    #expect(one.isEmpty && two.isEmpty)
    now += Self.second
    let third = attempt(3, Self.bad)
    let fourth = attempt(4, Self.good)
    now += Self.second
    let fifth = attempt(4, Self.good)
    #expect(third && !fourth && fifth)
    // The system is back.
    let again = take([Self.turn(1), Self.turn(2)])
    #expect(again.count == 2)
  }

  @Test("a 429 and a refused connection leave pauses at once", arguments: [status(429), .failure(.unreachable)])
  mutating func ofTheSystem(result: Result) {
    widen()
    for _ in 0..<10 { pace.note(result, of: Self.person(1), at: now) }
    let own = take([Self.turn(1)])
    #expect(own.isEmpty)
    now += 31 * Self.second
    let due = (1..<10).map { Self.turn($0) }
    let after = take(due)
    #expect(after.count == 1)
  }

  @Test("a system that cannot be reached is tried by nobody during a pause")
  mutating func unreachable() {
    for _ in 0..<10 { pace.note(.failure(.unreachable), of: Self.person(1), at: now) }
    now += 2 * Self.second
    let other = take([Self.turn(2)])
    #expect(other.isEmpty)
  }

  @Test("a full second of the system is followed by the next one")
  mutating func overloaded() {
    _ = attempt(1, .failure(.overloaded))
    let (now, other) = (now, take([Self.turn(2)]))
    self.now = now + Self.second
    let next = take([Self.turn(2)])
    #expect(other.isEmpty && next.count == 1)
  }

  @Test("what another process has taken gives its place back")
  mutating func takenElsewhere() {
    for _ in 0..<100 {
      let chosen = pace.choose(from: [Self.turn(1), Self.turn(2)], pace.room(within: limits, at: now), at: now)
      #expect(!chosen.isEmpty)
      pace.note(chosen, taken: [])
      now += Self.second
    }
  }
}
