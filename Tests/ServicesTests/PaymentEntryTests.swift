import Model
import Services
@testable import SQLiteStorage
import Storage
import Testing

/// The number of b-tree entries that a payment changes, by table and index.
///
/// An entry is a row of a table or an index that was added, changed or removed. A changed key
/// counts as a removal and an addition.
@Suite(.onFile) struct PaymentEntryTests {
  /// A table or an index.
  private struct Tree {
    let name: String
    /// The statement that lists the entries: first `keys` key columns, then the others, `width` in
    /// total.
    let statement: String
    let keys: Int
    let width: Int
  }

  private static func names(_ connection: SQLiteConnection, _ query: String) throws -> [String] {
    try connection.all(text: query) { (row) throws(StoreError) in try row.get(0, as: String.self) }
  }

  private static func trees(_ connection: SQLiteConnection) throws -> [Tree] {
    var trees: [Tree] = []
    for table in try names(connection, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      let columns = try names(connection, "SELECT '\"' || name || '\"' FROM pragma_table_info('\(table)') ORDER BY cid")
      var keys = try names(
        connection, "SELECT '\"' || name || '\"' FROM pragma_table_info('\(table)') WHERE pk > 0 ORDER BY pk")
      if keys.isEmpty { keys = ["rowid"] }
      trees.append(
        Tree(
          name: table, statement: "SELECT \((keys + columns).joined(separator: ", ")) FROM \"\(table)\"",
          keys: keys.count, width: keys.count + columns.count))
      for index in try names(
        connection, "SELECT name FROM pragma_index_list('\(table)') WHERE origin <> 'pk' ORDER BY name")
      {
        let text = try names(connection, "SELECT coalesce(sql, '') FROM sqlite_schema WHERE name = '\(index)'")[0]
        var indexed = try names(
          connection, "SELECT coalesce('\"' || name || '\"', '') FROM pragma_index_info('\(index)') ORDER BY seqno")
        // An index on an expression has only one column, the expression.
        if indexed == [""] { indexed = [text.firstMatch(of: /ON \w+ \((.*)\)/).map { String($0.1) } ?? ""] }
        let condition = text.firstRange(of: " WHERE ") ?? text.firstRange(of: "\n  WHERE ")
        let all = indexed + keys
        trees.append(
          Tree(
            name: index.hasPrefix("sqlite_") ? "\(table) (\(indexed.joined(separator: ", ")))" : index,
            statement: "SELECT \(all.joined(separator: ", ")) FROM \"\(table)\" "
              + (condition.map { String(text[$0.lowerBound...]) } ?? ""),
            keys: all.count, width: all.count))
      }
    }
    return trees
  }

  /// Returns the entries of all trees: the other columns by the key columns.
  private static func entries(_ bank: TestBank) throws -> [String: [String: String]] {
    try bank.database.file().exclusively { connection in
      var found: [String: [String: String]] = [:]
      for tree in try trees(connection) {
        let rows = try connection.all(text: tree.statement) { (row) throws(StoreError) in
          var texts: [String] = []
          for column in 0..<tree.width { texts.append("\(try row.stored(column))") }
          return texts
        }
        found[tree.name] = Dictionary(
          uniqueKeysWithValues: rows.map {
            ($0.prefix(tree.keys).joined(separator: "|"), $0.dropFirst(tree.keys).joined(separator: "|"))
          })
      }
      return found
    }
  }

  /// Returns the number of changed entries by tree, without zeros.
  private static func changes(
    _ before: [String: [String: String]], _ after: [String: [String: String]]
  ) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (name, entries) in after {
      let old = before[name] ?? [:]
      let count = Set(old.keys).union(entries.keys).count { old[$0] != entries[$0] }
      if count > 0 { counts[name] = count }
    }
    return counts
  }

  /// Returns the number of entries that a payment changes with its submission and with its
  /// signature.
  private static func cost(_ order: (TestBank) throws -> PaymentOrder) throws -> (
    submission: [String: Int], signature: [String: Int]
  ) {
    let bank = try TestBank()
    // The first payment is not counted, because it also makes changes that occur only once.
    _ = try #require(try bank.pay(order(bank)).done)
    let order = try order(bank)
    let start = try entries(bank)
    let receipt = try bank.services.submissions.create(
      SubmissionDraft(
        operation: "pp.quick", version: "1", values: "{\"amount\":\"\(order.amount.text)\"}",
        idempotencyKey: ("key", "{}"), sign: .matrix, kept: .years(5)),
      by: bank.caller, effect: bank.services.payments.effect(order)
    ).wait()
    let submitted = try entries(bank)
    _ = try #require(try bank.answer(bank.right(receipt.challenge), to: receipt.submission.id, order).wait().done)
    return (changes(start, submitted), changes(submitted, try entries(bank)))
  }

  private static let submission = [
    "submission": 1, "submission (\"person\", \"operation\", \"idempotency_key\")": 1, "submission_person": 1,
    "submission_awaiting": 1, "asked_cells": 1, "matrix_use": 1, "audit_record": 1,
  ]

  @Test("A payment to another bank changes 14 table and index entries") func externalPaymentChangesFourteen() throws {
    let cost = try Self.cost { try $0.order("1.00") }
    #expect(cost.submission == Self.submission)
    #expect(
      cost.signature == [
        "submission": 1, "submission_awaiting": 1, "ledger": 1, "ledger_debit": 1, "account": 1, "audit_record": 2,
      ])
  }

  @Test("A payment within the bank changes 16 table and index entries") func internalPaymentChangesSixteen() throws {
    let cost = try Self.cost { bank in
      let order = try bank.order("1.00")
      return PaymentOrder(
        payer: order.payer, payeeName: "Иван", payeeINN: nil, payeeKPP: nil,
        payeeAccount: try bank.account("Накопительный").number, payeeBIC: bank.services.configuration.ownBIC,
        purpose: order.purpose, amount: order.amount)
    }
    #expect(cost.submission == Self.submission)
    #expect(
      cost.signature == [
        "submission": 1, "submission_awaiting": 1, "ledger": 1, "ledger_debit": 1, "ledger_credit": 1, "account": 2,
        "audit_record": 2,
      ])
  }
}
