import Foundation
import Dates
import Model
import DataAccess
@testable import SQLiteStorage
import Secrets
import Storage
import Testing

/// The rows of a bank of release 2 after their challenges, histories and cells have become columns.
@Suite struct OneRowPaymentTests {
  /// A person with two matrices, of 3 columns and 12 rows, and with what two submissions of each kind left behind. The code of a
  /// cell has the digest 0101.. for the first cell, 0202.. for the second and so on.
  private static let rows = """
    INSERT INTO person (id, login, name, role, password, created) VALUES ('00000000-0000-7000-8000-00000000000p', 'a', 'A', 'person',
      '$argon2id$', 1);
    INSERT INTO security_matrix (id, person, columns, rows, code_length, issued, retired)
      VALUES ('00000000-0000-7000-8000-0000000000m1', '00000000-0000-7000-8000-00000000000p', 3, 12, 5, 1, 2),
        ('00000000-0000-7000-8000-0000000000m2', '00000000-0000-7000-8000-00000000000p', 3, 12, 4, 2, NULL);
    WITH RECURSIVE place (number) AS (VALUES (0) UNION ALL SELECT number + 1 FROM place WHERE number < 35)
    INSERT INTO matrix_cell (matrix, cell, key_id, mac, uses)
      SELECT matrix.id, char(65 + number / 12) || (number % 12 + 1), 'key',
        CAST(replace(hex(zeroblob(16)), '0', char(number + 1)) AS BLOB), CASE number WHEN 21 THEN 300 WHEN 1 THEN 1 ELSE 0 END
      FROM place, security_matrix AS matrix;
    INSERT INTO submission (id, person, operation, version, "values", status, reason, attempts_left, created, changed, expires)
      VALUES
        ('00000000-0000-7000-8000-0000000000s1', '00000000-0000-7000-8000-00000000000p', 'a', '1', '{}', 'awaitingSignature', NULL, 3,
          10, 10, 90),
        ('00000000-0000-7000-8000-0000000000s2', '00000000-0000-7000-8000-00000000000p', 'a', '1', '{}', 'awaitingSignature', NULL, 3,
          11, 11, 90),
        ('00000000-0000-7000-8000-0000000000s3', '00000000-0000-7000-8000-00000000000p', 'a', '1', '{}', 'signed', NULL, 3, 12, 12, 90),
        ('00000000-0000-7000-8000-0000000000s4', '00000000-0000-7000-8000-00000000000p', 'a', '1', '{}', 'awaitingSignature', NULL, 3,
          13, 13, 90),
        ('00000000-0000-7000-8000-0000000000s5', '00000000-0000-7000-8000-00000000000p', 'a', '1', '{}', 'awaitingSignature', NULL, 3,
          14, 14, 90);
    INSERT INTO challenge (id, submission, method, session, digest, created, expires, outcome, closed)
      VALUES
        ('00000000-0000-7000-8000-0000000000c1', '00000000-0000-7000-8000-0000000000s1', 'matrix', '00000000-0000-7000-8000-0000000000e1',
          zeroblob(32), 10, 15, 'superseded', 12),
        ('00000000-0000-7000-8000-0000000000c2', '00000000-0000-7000-8000-0000000000s1', 'matrix', '00000000-0000-7000-8000-0000000000e2',
          CAST('12345678901234567890123456789012' AS BLOB), 12, 17, NULL, NULL),
        ('00000000-0000-7000-8000-0000000000c3', '00000000-0000-7000-8000-0000000000s2', 'code', '00000000-0000-7000-8000-0000000000e1',
          zeroblob(32), 11, 16, 'wrong', 13),
        ('00000000-0000-7000-8000-0000000000c4', '00000000-0000-7000-8000-0000000000s4', 'matrix', '00000000-0000-7000-8000-0000000000e1',
          zeroblob(32), 13, 16, 'right', 14),
        ('00000000-0000-7000-8000-0000000000c5', '00000000-0000-7000-8000-0000000000s5', 'code', '00000000-0000-7000-8000-0000000000e1',
          zeroblob(32), 14, 16, 'right', 15);
    INSERT INTO challenge_cells (challenge, matrix, cells)
      VALUES ('00000000-0000-7000-8000-0000000000c1', '00000000-0000-7000-8000-0000000000m2', 'A2 B10'),
        ('00000000-0000-7000-8000-0000000000c4', '00000000-0000-7000-8000-0000000000m2', 'A1 B1');
    INSERT INTO challenge_code (challenge, person, number, key_id, mac, sent_to, sent)
      VALUES ('00000000-0000-7000-8000-0000000000c3', '00000000-0000-7000-8000-00000000000p', 1, 'key', zeroblob(32), '**', 11);
    INSERT INTO open_question (person, matrix, cells, challenge)
      VALUES ('00000000-0000-7000-8000-00000000000p', '00000000-0000-7000-8000-0000000000m2', 'A2 B10',
        '00000000-0000-7000-8000-0000000000c2');
    UPDATE submission SET status = 'executed', changed = 20 WHERE id LIKE '%s3';
    UPDATE submission SET status = 'signed', changed = 14 WHERE id LIKE '%s4';
    UPDATE submission SET status = 'rejected', reason = 'no', message = 'Нет', changed = 30 WHERE id LIKE '%s4';
    UPDATE submission SET status = 'cancelled', changed = 15 WHERE id LIKE '%s5';
    INSERT INTO audit_record (sequence, at, event, actor, subject, subject_id, key_id, previous, hash)
      VALUES (1, 1, 'a', 'system', 'b', 'c', 'key', zeroblob(32), CAST('12345678901234567890123456789012' AS BLOB)),
        (2, 2, 'a', 'system', 'b', 'c', 'key', CAST('12345678901234567890123456789012' AS BLOB), zeroblob(32));
    """

  private static let person = PersonID(high: 0x7000, low: 0x8000_0000_0000_000a)
  private static func submission(_ number: UInt64) -> SubmissionID {
    SubmissionID(high: 0x7000, low: 0x8000_0000_0000_00d0 + number)
  }

  /// Numbers that an identifier may have, for the marks in `rows`.
  private static let filled = rows.replacing("00p'", with: "00a'").replacing(/0([mcse])(\d)'/) { match in
    "0" + (["m": "b", "s": "d"][match.1] ?? String(match.1)) + "\(match.2)'"
  }

  private static func updated() throws -> Database {
    let all = try Migration.load(
      directory: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../migrations").path)
    let database = try Database.temporary()
    let digest: @Sendable ([UInt8]) -> [UInt8] = { Digest(of: $0).bytes }
    try database.exclusively { connection in
      try Migrator(all.filter { $0.release <= 2 }, digest: digest).apply(to: connection)
      try connection.run(script: filled.replacing("%s", with: "%d"))
      try Migrator(all, digest: digest).apply(to: connection)
    }
    return database
  }

  @Test("The migration from release 2 preserves the codes and uses of a matrix in cell order")
  func migratesMatrixCodes() throws {
    try Self.updated().read { connection in
      let matrix = try #require(try MatrixUseDAO(connection).find(person: Self.person)?.matrix)
      #expect(matrix.codeLength == 4 && matrix.cells.count == 36)
      for (place, cell) in matrix.cells.enumerated() {
        #expect(matrix.uses[place] == (cell.rawValue == "B10" ? 300 : cell.rawValue == "A2" ? 1 : 0))
      }
      let codes = try #require(try MatrixDAO(connection).codes(of: matrix.id, person: Self.person))
      #expect(codes.keyID == "key")
      for (place, cell) in matrix.cells.enumerated() {
        #expect(codes.mac(of: cell) == Array(repeating: UInt8(place + 1), count: 32))
      }
      for name in ["A13", "D1"] { #expect(codes.mac(of: try #require(Cell(rawValue: name))) == nil) }
      let retired = try connection.first("SELECT count(*) FROM security_matrix WHERE macs IS NULL AND retired = 2") {
        (row) throws(StoreError) in try row.get(0, as: Int.self)
      }
      #expect(retired == 1)
    }
  }

  @Test("The migration from release 2 preserves the open challenge and the numbering of codes")
  func migratesOpenChallenge() throws {
    try Self.updated().read { connection in
      let use = try #require(try MatrixUseDAO(connection).find(person: Self.person))
      let question = try #require(use.open)
      #expect(question.cells.map(\.rawValue) == ["A2", "B10"])
      #expect(question.submission == Self.submission(1))
      let challenges = ChallengeDAO(connection)
      let open = try #require(try challenges.open(Self.submission(1), person: Self.person))
      #expect(open.id == question.challenge && open.method == .matrix)
      #expect(open.digest == Array("12345678901234567890123456789012".utf8))
      #expect((open.created.microseconds, open.expires.microseconds) == (12, 17))
      for other: UInt64 in 2...5 { #expect(try challenges.open(Self.submission(other), person: Self.person) == nil) }
      let asked = try AskedCellsDAO(connection).asked(of: use.matrix.id)
      #expect(Set(asked.map { $0.map(\.rawValue) }) == [["A1", "B1"], ["A2", "B10"]])
      #expect(try CodeQuestionDAO(connection).sent(to: Self.person, after: Instant(microseconds: 0)).count == 1)
    }
    // The next code of the second submission is its second.
    let number = try Self.updated().exclusively { connection in
      try ChallengeDAO(Connection(connection)).put(
        Challenge.Terms(
          id: .new(at: Instant(microseconds: 20)), submission: Self.submission(2), method: .code,
          session: .new(at: Instant(microseconds: 1)), digest: Array(repeating: 0, count: 32),
          created: Instant(microseconds: 20), expires: Instant(microseconds: 25)),
        person: Self.person)
    }
    #expect(number == 2)
  }

  @Test("The migration from release 2 preserves the history of each submission")
  func migratesSubmissionHistory() throws {
    try Self.updated().read { connection in
      let table = SubmissionDAO(connection)
      let histories = try (1...5 as ClosedRange<UInt64>).map { number in
        try #require(try table.find(Self.submission(number), person: Self.person)).history.map {
          ["\($0.status)", "\($0.at.microseconds)", $0.reason, $0.message?.text].compactMap(\.self)
            .joined(separator: " ")
        }
      }
      #expect(
        histories == [
          ["awaitingSignature 10"], ["awaitingSignature 11"], ["signed 12", "executed 20"],
          ["awaitingSignature 13", "signed 14", "rejected 30 no Нет"], ["awaitingSignature 14", "cancelled 15"],
        ])
    }
  }

  @Test("The migration from release 2 preserves the head of the audit") func migratesAuditHead() throws {
    let head = try Self.updated().read { try AuditDAO($0).head() }
    #expect(head.sequence == 2 && head.hash == Array(repeating: 0, count: 32))
  }
}
