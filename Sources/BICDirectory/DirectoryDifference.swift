import Dates
package import Model

/// The changes that an import makes to the directory in force.
package struct DirectoryDifference: Equatable, Sendable {
  /// A bank that differs from the stored one.
  package struct Change: Equatable, Sendable {
    package let before: Bank
    package let after: Bank
  }

  /// The number of entries that were read.
  package private(set) var read = 0
  /// Banks that are not in the directory.
  package private(set) var added: [Bank] = []
  /// Banks that differ from the directory.
  package private(set) var changed: [Change] = []
  /// Banks that are removed from the directory.
  package private(set) var removed: [Bank] = []
  /// The number of banks that equal the bank in the directory.
  package private(set) var unchanged = 0
  /// Entries of the file that contradict the directory in force.
  package private(set) var notes: [DirectoryNote] = []

  /// Compares a file with the directory.
  ///
  /// - A full file replaces the directory, so banks that it does not contain are removed.
  /// - An entry in a file of changes is the new state of its participant, so that a second import
  ///   changes nothing. ADDD, CHGD and NCNG store it, and DLTD removes it.
  /// - A change that contradicts the directory is noted.
  package init(importing file: DirectoryFile, into present: BankDirectory) {
    read = file.entries.count
    for entry in file.entries {
      if let bank = entry.bank {
        let before = present[entry.bic]
        put(bank, before)
        if file.scope == .changes { note(entry, bank, before) }
      } else if file.scope == .changes {
        if let bank = present[entry.bic] {
          removed.append(bank)
        } else {
          notes.append(DirectoryNote(entry: entry, kind: .isGone))
        }
      }
    }
    guard file.scope == .full else { return }
    let named = Set(file.entries.filter { $0.bank != nil }.map(\.bic))
    removed = present.banks.filter { !named.contains($0.bic) }
  }

  /// Compares individual banks with the directory. Other banks are not removed.
  package init(storing banks: [Bank], into present: BankDirectory) {
    read = banks.count
    for bank in BankDirectory(banks).banks { put(bank, present[bank.bic]) }
  }

  private mutating func put(_ bank: Bank, _ before: Bank?) {
    if let before, before == bank {
      unchanged += 1
    } else if let before {
      changed.append(Change(before: before, after: bank))
    } else {
      added.append(bank)
    }
  }

  private mutating func note(_ entry: DirectoryEntry, _ bank: Bank, _ before: Bank?) {
    switch entry.change {
    case .added: if let before, before != bank { notes.append(DirectoryNote(entry: entry, kind: .isThere)) }
    case .unchanged:
      if before == nil { notes.append(DirectoryNote(entry: entry, kind: .isNotThere(.unchanged))) }
      if let before, before != bank { notes.append(DirectoryNote(entry: entry, kind: .differs)) }
    case .changed: if before == nil { notes.append(DirectoryNote(entry: entry, kind: .isNotThere(.changed))) }
    case .deleted, nil: break
    }
  }
}

extension DirectoryDifference: CustomStringConvertible {
  /// The counts, such as `read 19, added 19, changed 0, removed 0, unchanged 0`.
  package var description: String {
    "read \(read), added \(added.count), changed \(changed.count), removed \(removed.count), unchanged \(unchanged)"
  }
}

extension DirectoryDifference {
  /// A line for each difference: `+` added, `-` removed, `~` changed, with the changed fields.
  package var lines: [String] {
    added.map { "+ \($0.bic) \($0.name)" } + removed.map { "- \($0.bic) \($0.name)" }
      + changed.map { "~ \($0.after.bic) \($0.after.name): \($0.fields.joined(separator: "; "))" }
  }
}

extension DirectoryDifference.Change {
  /// The changed fields, each in the form `name "А" -> "Б"`.
  var fields: [String] {
    let rows: [(name: String, before: String?, after: String?)] = [
      ("name", before.name, after.name), ("place", before.place, after.place), ("type", before.type, after.type),
      ("correspondent account", before.correspondentAccount?.rawValue, after.correspondentAccount?.rawValue),
      ("treasury account", before.treasuryAccount?.rawValue, after.treasuryAccount?.rawValue),
      ("SWIFT", before.swift, after.swift),
      ("restrictions", Self.text(before.restrictions), Self.text(after.restrictions)),
      ("out", before.dateOut?.description, after.dateOut?.description),
    ]
    return rows.filter { $0.before != $0.after }.map {
      "\($0.name) \(Self.quoted($0.before)) -> \(Self.quoted($0.after))"
    }
  }

  private static func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "none" }

  private static func text(_ restrictions: [BankRestriction]) -> String? {
    if restrictions.isEmpty { return nil }
    return restrictions.map { $0.code + ($0.since.map { " from \($0)" } ?? "") }.joined(separator: ", ")
  }
}
