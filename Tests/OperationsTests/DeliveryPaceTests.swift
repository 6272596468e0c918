import Model
import HTTPClient
import Testing

@testable import BankSystems
@testable import Operations

/// The selection of due deliveries, and the delays after failures.
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

  /// Takes the deliveries that may start now, in their order.
  private mutating func take(_ due: [DeliveryTurn]) -> [DeliveryTurn] {
    let chosen = pace.choose(from: due, pace.room(within: limits, at: now), at: now)
    pace.note(chosen, taken: Set(chosen.map(\.submission)))
    return chosen
  }

  /// Ends a delivery of a person with a result.
  private mutating func end(_ person: UInt64, _ result: Result) {
    pace.note(result, of: Self.person(person), at: now)
    pace.leave(Self.person(person))
  }

  /// Makes one attempt for a person. Returns false if the person has no slot.
  private mutating func attempt(_ person: UInt64, _ result: Result) -> Bool {
    guard take([Self.turn(person)]).count == 1 else { return false }
    end(person, result)
    return true
  }

  /// Completes deliveries of persons 100 to 107, so that the window reaches its maximum.
  private mutating func widen() {
    for number in 0..<8 {
      _ = attempt(100 + UInt64(number), Self.good)
      now += Self.second
    }
  }

  @Test("Each person gets one delivery before any person gets a second")
  mutating func servesEachPersonFirst() {
    widen()
    let due = (0..<3).map { Self.turn(1, $0) } + [Self.turn(2), Self.turn(3)]
    let chosen = take(due)
    #expect(chosen.prefix(3) == [due[0], due[3], due[4]] && Set(chosen.map(\.submission)).count == 5)
  }

  @Test("A person served in one pass waits for the others in the next pass")
  mutating func servesEachPersonAcrossPasses() {
    limits.atOnce = 2
    let due = [Self.turn(1, 0), Self.turn(1, 1), Self.turn(2)]
    let first = take(due)
    end(1, Self.good)
    let second = take([due[1], due[2]])
    #expect(first == [due[0]] && second == [due[2]])
  }

  @Test("One person gets up to `perPerson` places and a quarter of `perSecond`")
  mutating func limitsShareOfPerson() {
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

  @Test(
    "Deliveries in one second are limited to half of `perSecond`, with a minimum of one", arguments: [1, 3, 10, 200])
  mutating func limitsDeliveriesPerSecond(perSecond: Int) {
    limits.perSecond = perSecond
    widen()
    var count = 0
    for tenth in 0..<10 {
      now = 2_000 * Self.second + UInt64(tenth) * Self.second / 10
      for person in 0..<100 where attempt(200 + UInt64(person), Self.good) { count += 1 }
    }
    #expect(count == max(1, perSecond / 2))
  }

  @Test("Deliveries of other persons continue during a hundred failures of one person")
  mutating func failuresDelayOnePersonOnly() {
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
    "Repeated failures of one person leave a place for another person",
    arguments: [
      Result.failure(.timeout), .failure(.broken), .failure(.tooLarge), status(500), status(503),
    ])
  mutating func failuresLeavePlaceForOthers(result: Result) {
    for _ in 0..<50 {
      _ = attempt(1, result)
      now += Self.second / 10
    }
    // As many deliveries of the person as allowed are in flight.
    _ = take((0..<10).map { Self.turn(1, $0) })
    let other = take([Self.turn(2)])
    #expect(other.count == 1)
  }

  @Test("After ten failures in a row a person gets one delivery per second until one succeeds")
  mutating func slowsFailingPerson() {
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

  @Test("Failures of two persons cause pauses with one attempt per second by another person")
  mutating func pausesAfterFailuresOfTwo() {
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
    // The system responds again.
    let again = take([Self.turn(1), Self.turn(2)])
    #expect(again.count == 2)
  }

  @Test(
    "Ten 429 responses or refused connections pause the system, then allow one attempt",
    arguments: [status(429), .failure(.unreachable)])
  mutating func pausesOnSystemFailure(result: Result) {
    widen()
    for _ in 0..<10 { pace.note(result, of: Self.person(1), at: now) }
    let own = take([Self.turn(1)])
    #expect(own.isEmpty)
    now += 31 * Self.second
    let due = (1..<10).map { Self.turn($0) }
    let after = take(due)
    #expect(after.count == 1)
  }

  @Test("An unreachable system gets no deliveries of any person during a pause")
  mutating func unreachableSystemPausesAll() {
    for _ in 0..<10 { pace.note(.failure(.unreachable), of: Self.person(1), at: now) }
    now += 2 * Self.second
    let other = take([Self.turn(2)])
    #expect(other.isEmpty)
  }

  @Test("An overload pauses deliveries until the next second")
  mutating func resumesAfterOverload() {
    _ = attempt(1, .failure(.overloaded))
    let (now, other) = (now, take([Self.turn(2)]))
    self.now = now + Self.second
    let next = take([Self.turn(2)])
    #expect(other.isEmpty && next.count == 1)
  }

  @Test("Deliveries taken by another process release their places")
  mutating func releasesPlacesTakenElsewhere() {
    for _ in 0..<100 {
      let chosen = pace.choose(from: [Self.turn(1), Self.turn(2)], pace.room(within: limits, at: now), at: now)
      #expect(!chosen.isEmpty)
      pace.note(chosen, taken: [])
      now += Self.second
    }
  }
}
