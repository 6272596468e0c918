import BICDirectory
import Dates
import DemoData
import DirectorySamples
import Dispatch
import Model
import SQLiteStorage
import Services
import Synchronization
import Testing

/// The directory in memory, and its replacement.
@Suite struct BanksTests {
  private func sample(_ banks: Banks) throws -> DirectoryDifference {
    try banks.importDirectory(DirectoryFile.read(DirectoryText.sample())).wait()
  }

  @Test("Banks imported individually are added to the existing directory") func addsBanksWithoutReplacing() throws {
    let store = try EmptyBanks()
    _ = try sample(store.banks)
    func bank(_ code: String, _ name: String) throws -> Bank {
      Bank(bic: try bic(code), name: name, place: nil)
    }
    let added = try store.banks.importDirectory([bank("040000001", "А"), bank("040000001", "Б")]).wait()
    #expect(added.description == "read 2, added 1, changed 0, removed 0, unchanged 0")
    #expect(store.banks.bank(try bic("040000001"))?.name == "Б" && store.banks.directory.count == 20)
    #expect(try store.reopened().directory.banks == store.banks.directory.banks)
    #expect(try store.banks.edition()?.description == "2023-05-18, version 1")
  }

  @Test("A restriction of a bank takes effect at midnight in Moscow") func restrictionStartsAtMidnight() throws {
    let database = try Database.temporary()
    try TestBank.migrate(database)
    let time = Mutex(try #require(Instant("2023-07-27T20:59:59Z")))
    let banks = try Banks(store: database, audit: Audit(of: database), clock: { time.withLock { $0 } })
    _ = try sample(banks)
    let bank = try #require(banks.bank(bic("044525600")))
    #expect(banks.today == CivilDate("2023-07-27") && bank.status(on: banks.today) == .restricted)
    // It is now midnight in Moscow.
    time.withLock { $0 = $0 + .seconds(1) }
    #expect(banks.today == CivilDate("2023-07-28") && bank.status(on: banks.today) == .closed)
  }

  @Test("A refresh loads a directory imported by another process") func refreshLoadsImport() throws {
    let store = try EmptyBanks()
    let other = try store.reopened()
    _ = try sample(other)
    #expect(store.banks.directory.count == 0)
    #expect(try store.banks.refresh())
    #expect(store.banks.directory.count == 19)
    #expect(try !store.banks.refresh())
  }

  @Test("Readers see either the old or the new directory during an import") func readersSeeWholeDirectory() throws {
    let store = try EmptyBanks()
    let code = try bic("040000001")
    func file(_ name: String, _ day: String) throws -> DirectoryFile {
      try DirectoryFile.read(
        DirectoryText.file(
          DirectoryText.entry(bic: "BIC=\"040000001\"", info: "NameP=\"\(name)\" PtType=\"20\"", account: ""),
          DirectoryText.entry(bic: "BIC=\"040000002\"", info: "NameP=\"\(name)\" PtType=\"20\"", account: ""), day: day)
      )
    }
    let other = try bic("040000002")
    let files = try [file("А", "2023-05-18"), file("Б", "2023-05-18")]
    _ = try store.banks.importDirectory(files[0]).wait()
    let isDone = Atomic(false)
    let torn = Atomic(0)
    let readers = DispatchGroup()
    for _ in 0..<2 {
      DispatchQueue.global().async(group: readers) {
        while !isDone.load(ordering: .relaxed) {
          let directory = store.banks.directory
          let isWhole = directory.count == 2 && directory[code]?.name == directory[other]?.name
          if !isWhole { torn.add(1, ordering: .relaxed) }
        }
      }
    }
    for turn in 1...40 { _ = try store.banks.importDirectory(files[turn % 2]).wait() }
    isDone.store(true, ordering: .relaxed)
    readers.wait()
    #expect(torn.load(ordering: .relaxed) == 0)
    #expect(store.banks.bank(code)?.name == "А")
  }

  @Test("Filling in the demo data adds only its own bank to an imported directory")
  func demoKeepsImportedDirectory() throws {
    let bank = try TestBank()
    _ = try sample(bank.services.banks)
    #expect(bank.services.banks.bank(bank.services.configuration.ownBIC) == nil)
    _ = try Demo.fill(bank.services)
    #expect(bank.services.banks.directory.count == 20)
    #expect(bank.services.banks.bank(bank.services.configuration.ownBIC) != nil)
  }

  @Test("The pages of a bank search together contain the whole result") func pagesSearchByCursor() throws {
    let store = try EmptyBanks()
    _ = try store.banks.importDirectory(DirectoryFile.read(DirectoryText.sample())).wait()
    for text in ["", "банк", "0445"] {
      let whole = try #require(store.banks.search(text, limit: 200)).elements
      var (gathered, after, pages) = ([Bank](), BIC?.none, 0)
      repeat {
        let page = try #require(store.banks.search(text, after: after, limit: 4))
        gathered += page.elements
        after = page.next
        pages += 1
      } while after != nil
      #expect(gathered == whole && pages == (whole.count + 3) / 4, "\(text)")
    }
    #expect(store.banks.search("сбер", after: try bic("044525187"), limit: 4) == nil)
  }
}
