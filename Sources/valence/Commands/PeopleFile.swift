import Texts
import JSON
import Model
import Support

/// A file with people to import: NDJSON, or CSV whose first line names the columns.
struct PeopleFile {
  /// A person of the file.
  struct Entry: Equatable {
    /// The number of the line, from 1.
    let line: Int
    /// The id in the bank's own systems.
    let id: String
    /// The proposed login; nil if the person chooses one.
    let login: String?
    let name: String
    let phone: String?
  }

  /// A fault of a line.
  struct Fault: Error, Equatable {
    /// The number of the line, from 1.
    let line: Int
    let text: String
  }

  private static let columns = ["id", "login", "name", "phone"]

  private(set) var entries: [Entry] = []
  private(set) var faults: [Fault] = []
  private var ids: [String: Int] = [:]
  private var logins: [String: Int] = [:]

  /// Reads all lines of a file. Empty lines are ignored.
  init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
      .filter { !$0.element.allSatisfy(\.isWhitespace) }
    guard let first = lines.first else { return }
    if first.element.first == "{" {
      for (offset, line) in lines {
        add(offset + 1) { () throws(Fault) in try Self.members(of: line) }
      }
      return
    }
    do throws(Fault) {
      let head = try Self.cells(of: first.element)
      if let unknown = head.first(where: { !Self.columns.contains($0) }) {
        throw Fault(line: 0, text: "unknown column `\(unknown)`; a file has \(Self.columns.joined(separator: ", "))")
      }
      for (offset, line) in lines.dropFirst() {
        add(offset + 1) { () throws(Fault) in
          let cells = try Self.cells(of: line)
          guard cells.count == head.count else {
            throw Fault(line: 0, text: "\(cells.count) values for \(head.count) columns")
          }
          return Dictionary(zip(head, cells).filter { !$0.1.isEmpty }) { _, last in last }
        }
      }
    } catch {
      faults.append(Fault(line: first.offset + 1, text: error.text))
    }
  }

  /// Adds a line with the members that `read` returns, or its fault.
  private mutating func add(_ line: Int, _ read: () throws(Fault) -> [String: String]) {
    do throws(Fault) {
      let entry = try entry(line, try read())
      if let other = ids.updateValue(line, forKey: entry.id) {
        throw Fault(line: line, text: "the id `\(entry.id)` is also in line \(other)")
      }
      if let login = entry.login, let other = logins.updateValue(line, forKey: login) {
        throw Fault(line: line, text: "the login `\(login)` is also in line \(other)")
      }
      entries.append(entry)
    } catch {
      faults.append(Fault(line: line, text: error.text))
    }
  }

  private func entry(_ line: Int, _ members: [String: String]) throws(Fault) -> Entry {
    func fault(_ text: String) -> Fault { Fault(line: line, text: text) }
    guard let id = members["id"], ExternalID.isValid(id) else {
      throw fault("`id` has 1 to 128 characters and no blanks")
    }
    guard let name = members["name"], !name.isEmpty, !name.misleads() else {
      throw fault("`name` is missing, or has a control character")
    }
    var login: String?
    if let text = members["login"] {
      guard let read = Login(text), !read.isReserved else { throw fault("`\(text)` is not a valid login") }
      login = read.rawValue
    }
    if let phone = members["phone"], Telephone(phone) == nil {
      throw fault("`\(phone)` is not a telephone number with a country code")
    }
    return Entry(line: line, id: id, login: login, name: name, phone: members["phone"])
  }

  /// Returns the members of a JSON object whose values are texts or null.
  private static func members(of line: Substring) throws(Fault) -> [String: String] {
    guard let object = (try? Value(reading: String(line)))?.object else {
      throw Fault(line: 0, text: "the line is not a JSON object")
    }
    var members: [String: String] = [:]
    for member in object.members {
      guard columns.contains(member.name) else { throw Fault(line: 0, text: "unknown member `\(member.name)`") }
      if member.value == .null { continue }
      guard let text = member.value.string else { throw Fault(line: 0, text: "`\(member.name)` is not a text") }
      members[member.name] = text
    }
    return members
  }

  private static func cells(of line: Substring) throws(Fault) -> [String] {
    do { return try CSV.fields(of: line) } catch { throw Fault(line: 0, text: "a quotation mark is not closed") }
  }
}
