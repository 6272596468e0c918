import Services
import Dates
import JSON
import Model
import Operations
import SQLiteStorage
import Storage
import TestBank
import Testing

struct NotificationTests {
  private static func deal(_ title: String, from start: String = "2020-01-01", to end: String = "2099-12-31") -> Value {
    [
      "title": ["ru": .string(title), "en": .string("\(title) (en)")], "startDate": .string(start),
      "endDate": .string(end),
    ]
  }

  @Test("A new deal creates a notification for people who enabled notifications") func notifiesOfNewDeal() throws {
    let (server, clerk, person) = try TestServer().withClerkAndPerson()
    let stranger = try server.stranger()
    #expect(try clerk.add(Self.deal("Раньше")).status == 201)
    #expect(try person.patch("/settings", ["pushDeals": true]).status == 200)
    #expect(try person.get("/notifications").body == ["document": "list", "count": 0, "unread": 0, "data": []])
    let added = try clerk.add(Self.deal("Новое"))
    let list = try person.get("/notifications")
    #expect(list["count"] == 1)
    #expect(list["unread"] == 1)
    let reported = try #require(list["data"]?[0])
    #expect(reported["title"] == "Новое (en)")
    #expect(reported["read"] == false)
    #expect(try person.get(#require(reported["href"]?.string))["title"] == "Новое (en)")
    #expect(reported["id"] == added["id"])
    #expect(
      try Visitor(server, token: person.token, language: "ru").get("/notifications")["data"]?[0]?["title"] == "Новое")
    #expect(try stranger.get("/notifications")["count"] == 0)
    // A new deal writes no row per person, so its cost does not depend on the number of people.
    let marks = try server.database.read { connection in
      try connection.first("SELECT count(*) FROM deal_mark") { (row) throws(StoreError) in try row.get(0, as: Int.self)
      }
    }
    #expect(marks == 0)
  }

  @Test("Notifications are marked as read and dismissed for each person separately")
  func marksReadAndDismissed() throws {
    let (server, clerk, person) = try TestServer().withClerkAndPerson()
    let stranger = try server.stranger()
    for visitor in [person, stranger] { #expect(try visitor.patch("/settings", ["pushDeals": true]).status == 200) }
    let ids = try ["A", "B", "C"].map { try #require(try clerk.add(Self.deal($0))["id"]?.string) }
    for _ in 0..<2 { #expect(try person.put("/notifications/\(ids[0])/read", nil).status == 204) }
    #expect(try person.put("/deals/\(ids[1])/seen", nil).status == 204)
    #expect(try person.delete("/notifications/\(ids[2])").status == 204)
    let list = try person.get("/notifications")
    #expect(list["data"]?.array?.map { $0["id"]?.string } == [ids[1], ids[0]])
    #expect(list["data"]?.array?.map { $0["read"] } == [true, true])
    #expect(list["unread"] == 0)
    #expect(try person.get("/deals/\(ids[0])")["seen"] == false)
    try person.delete("/notifications/\(ids[2])").expectProblem(404, "not-found")
    try person.put("/notifications/\(ids[2])/read", nil).expectProblem(404, "not-found")
    #expect(try stranger.get("/notifications")["unread"] == 3)
    let first = try stranger.get("/notifications?limit=2")
    #expect(first["data"]?.array?.map { $0["id"]?.string } == [ids[2], ids[1]])
    #expect(first["unread"] == 3)
    #expect(try stranger.get(#require(first["next"]?.string))["data"]?.array?.map { $0["id"]?.string } == [ids[0]])
    try stranger.get("/notifications?after=1").expectProblem(400, "unknown-query")
  }

  @Test("Marking or dismissing a notification that was never sent returns 404")
  func rejectsUnsentNotification() throws {
    let (_, clerk, person) = try TestServer().withClerkAndPerson()
    let id = try #require(try clerk.add(Self.deal("Новое"))["id"]?.string)
    for target in [id, "01890a5d-ac96-774b-bcce-b302099a8057", "x"] {
      try person.put("/notifications/\(target)/read", nil).expectProblem(404, "not-found")
      try person.delete("/notifications/\(target)").expectProblem(404, "not-found")
    }
    #expect(try person.patch("/settings", ["pushDeals": true]).status == 200)
    try person.put("/notifications/\(id)/read", nil).expectProblem(404, "not-found")
  }

  @Test("Deals added while notifications are disabled create no notification later")
  func skipsDealsWhileDisabled() throws {
    let (_, clerk, person) = try TestServer().withClerkAndPerson()
    func add(_ title: String) throws { #expect(try clerk.add(Self.deal(title)).status == 201) }
    func push(_ isOn: Value) throws { #expect(try person.patch("/settings", ["pushDeals": isOn]).status == 200) }
    func titles() throws -> [String] {
      try person.get("/notifications")["data"]?.array?.compactMap { $0["title"]?.string } ?? []
    }
    try push(true)
    try add("A")
    try push(nil)
    try add("B")
    // A notification from before the change stays until it is dismissed.
    #expect(try titles() == ["A (en)"])
    try push(true)
    #expect(try person.patch("/settings", ["pushDeals": true, "language": "en"]).status == 200)
    try add("C")
    #expect(try titles() == ["C (en)", "A (en)"])
    try push(false)
    try push(false)
    try push(true)
    try add("D")
    #expect(try titles() == ["D (en)", "C (en)", "A (en)"])
  }

  @Test("The settings form enables notifications") func settingsFormEnablesNotifications() throws {
    let (_, clerk, person) = try TestServer().withClerkAndPerson()
    let sent = try person.post(
      "/operations/settings.edit/submissions", ["values": ["pushDeals": true, "language": "ru"]],
      headers: [("Idempotency-Key", "1")])
    #expect(sent.status == 201)
    #expect(try clerk.add(Self.deal("Новое")).status == 201)
    #expect(try person.get("/notifications")["unread"] == 1)
  }

  @Test("A planned deal creates one notification on its first day") func notifiesOnFirstDay() throws {
    let (server, clerk, person) = try TestServer().withClerkAndPerson()
    #expect(try person.patch("/settings", ["pushDeals": true]).status == 200)
    let added = try clerk.add(Self.deal("Позже", from: server.day(in: 2), to: server.day(in: 9)))
    #expect(added.status == 201)
    let put = try clerk.patch(added, ["startDate": .string(server.day(in: 5))])
    #expect(put.status == 200)
    #expect(try person.get("/notifications")["count"] == 0)
    server.pass(.seconds(3 * 86_400))
    try person.login(server.access.login, server.access.password)
    #expect(try person.get("/notifications")["count"] == 0)
    server.pass(.seconds(2 * 86_400))
    try person.login(server.access.login, server.access.password)
    let reported = try person.get("/notifications")
    #expect(reported["unread"] == 1)
    // The deal starts at midnight in Moscow.
    #expect(reported["data"]?[0]?["at"]?.string?.hasSuffix("T21:00:00Z") == true)
    // An ended deal has no notification.
    server.pass(.seconds(6 * 86_400))
    try person.login(server.access.login, server.access.password)
    #expect(try person.get("/notifications")["count"] == 0)
  }

  @Test("The end of a deal removes its notification") func removesNotificationOfEndedDeal() throws {
    let (_, clerk, person) = try TestServer().withClerkAndPerson()
    #expect(try person.patch("/settings", ["pushDeals": true]).status == 200)
    let added = try clerk.add(Self.deal("Ошибка"))
    #expect(try person.get("/notifications")["unread"] == 1)
    let later = try clerk.patch(added, ["title": ["ru": "Снова"]])
    #expect(try person.get("/notifications")["unread"] == 1)
    #expect(try clerk.delete(later).status == 204)
    #expect(try person.get("/notifications")["count"] == 0)
  }

  @Test(
    "Notification endpoints require a session of a person",
    arguments: [("GET", "/notifications"), ("PUT", "/notifications/x/read"), ("DELETE", "/notifications/x")])
  func restrictsNotifications(_ method: String, _ path: String) throws {
    let server = try TestServer()
    try Visitor(server).send(method, path).expectProblem(401, "unauthorized")
    try server.clerk().send(method, path).expectProblem(403, "forbidden")
  }
}

extension TestServer {
  /// Returns the day in Moscow in `days` days, by the services' clock.
  func day(in days: Int) -> String {
    let today = BankDay(timeZone: "Europe/Moscow")?.date(at: services.clock()).daysSinceEpoch ?? 0
    return CivilDate(daysSinceEpoch: today + days).description
  }
}
