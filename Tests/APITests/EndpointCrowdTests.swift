import JSON
import Model
import DataAccess
import SeededRandom
import TestBank
import Testing

@testable import Services

/// Several people who pay each other in parallel, over HTTP.
struct EndpointCrowdTests {
  private struct Member: Sendable {
    let token: String
    let matrix: [Cell: String]
    let accounts: [AccountNumber]
  }

  private struct Sent: Sendable {
    let id: String
    let token: String
    let from: String
    let to: String
    let amount: Int64
  }

  /// Creates people with a login, a matrix and two accounts of 1,000 roubles each.
  private static func members(_ count: Int, of server: TestServer) throws -> [Member] {
    let bic = server.services.configuration.ownBIC
    return try (0..<count).map { number in
      let login = "member\(number)"
      let person = try server.services.users.add(login: login, name: "Член", password: "a long password").wait()
      let matrix = try server.services.signing.issueMatrix(person.id).wait()
      let numbers = try (0..<2).map { try AccountNumber.demo("40817", .rub, 1_000 + number * 2 + $0, bic) }
      let now = server.services.clock()
      try server.services.store.deferredWrite(locking: []) { transaction in
        let table = AccountDAO(transaction)
        for (place, account) in numbers.enumerated() {
          try AccountRegisterDAO(transaction).insert(
            account, .rub, of: nil, product: nil, disabled: false, at: now)
          try AccountAccessDAO(transaction).put(
            account, person: person.id, .owner, caption: "\(place)", until: nil)
          guard let equity = try table.findInternal(.equity, .rub) else { continue }
          let amount = Money(minor: 100_000, .rub)
          try LedgerDAO(transaction).insert(
            Transfer(debit: equity, credit: account, amount: amount, purpose: "", submission: nil), at: now)
        }
      }.wait()
      let visitor = try Visitor(server)
      try visitor.login(login, "a long password")
      return Member(token: try #require(visitor.token), matrix: matrix, accounts: numbers)
    }
  }

  /// Makes random payments and transfers. Each request and each signature is sent once or twice.
  private static func walk(_ server: TestServer, _ members: [Member], _ steps: Int, _ seed: UInt64) throws -> [Sent] {
    var chance = Chance(seed)
    var sent: [Sent] = []
    for _ in 0..<steps {
      let member = members[Int.random(in: 0..<members.count, using: &chance)]
      let visitor = try Visitor(server, token: member.token)
      let isTransfer = Int.random(in: 0..<3, using: &chance) == 0
      let from = member.accounts[0].rawValue
      let other = members[Int.random(in: 0..<members.count, using: &chance)].accounts[1].rawValue
      let to = isTransfer ? member.accounts[1].rawValue : other
      let amount = Money(minor: Int64.random(in: 1...60_000, using: &chance), .rub)
      var values = Object([("from", .string(from)), ("amount", .string(amount.text))])
      if isTransfer {
        values["to"] = .string(to)
      } else {
        for (name, value) in [
          ("name", "Член"), ("account", to), ("bic", server.services.configuration.ownBIC.rawValue),
          ("purpose", "Долг"),
        ] {
          values[name] = .string(value)
        }
      }
      let path = "/operations/\(isTransfer ? "transfer.own" : "pp.quick")/submissions"
      let key = [("Idempotency-Key", "\(chance.next())")]
      var answer = try visitor.post(path, ["values": .object(values)], headers: key)
      if Bool.random(using: &chance) {
        let again = try visitor.post(path, ["values": .object(values)], headers: key)
        if answer.status == 201 {
          #expect(again["submission"]?["id"] == answer["submission"]?["id"])
          #expect(again.status == 200)
        }
        answer = again
      }
      guard let id = answer["submission"]?["id"]?.string else {
        #expect(answer.status == 422, "\(answer.raw.text)")
        continue
      }
      sent.append(Sent(id: id, token: member.token, from: from, to: to, amount: amount.minor))
      guard answer["submission"]?["status"] == "awaitingSignature" else { continue }
      // Other threads act for the same people, and a person has one open challenge. After a 409,
      // read the new challenge.
      var tree = answer["next"]
      for _ in 0..<Int.random(in: 1...2, using: &chance) {
        var signed = try visitor.sign(id, Visitor.codes(for: tree, member.matrix))
        while signed.status == 409 {
          tree = try visitor.asked(answer)
          signed = try visitor.sign(id, Visitor.codes(for: tree, member.matrix))
        }
        #expect(signed.status == 200)
      }
    }
    return sent
  }

  @Test("Balances are correct after twelve people pay each other in parallel")
  func parallelPaymentsKeepBalances() throws {
    let server = try TestServer()
    let members = try Self.members(12, of: server)
    let before = try server.services.inspection.ledger().movements
    let sent = try together(6) { try Self.walk(server, members, 25, 7_000 + UInt64($0)) }.flatMap { $0 }
    var known = Dictionary(uniqueKeysWithValues: members.flatMap(\.accounts).map { ($0.rawValue, Int64(100_000)) })
    var executed = 0
    for sent in sent {
      let status = try Visitor(server, token: sent.token).get("/submissions/\(sent.id)")["status"]?.string
      #expect(status == "executed" || status == "rejected")
      guard status == "executed" else { continue }
      executed += 1
      known[sent.from, default: 0] -= sent.amount
      known[sent.to, default: 0] += sent.amount
    }
    #expect(Set(sent.map(\.id)).count == sent.count)
    #expect(executed > 30, "\(executed)")
    for member in members {
      for account in try Visitor(server, token: member.token).get("/accounts")["data"]?.array ?? [] {
        let number = account["number"]?.string ?? ""
        #expect(account["balance"]?.string == Money(minor: known[number] ?? -1, .rub).text, "\(number)")
        #expect(account["available"] == account["balance"])
      }
    }
    #expect(try server.services.inspection.ledger().movements == before + executed)
    try server.expectUnharmed()
  }
}
