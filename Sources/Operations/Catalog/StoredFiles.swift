package import Dates
package import SourceText
import FoundationEssentials
import Platform
package import Definitions
package import Services

/// A configuration directory as stored in the database: its definitions and its calendar.
package struct StoredFiles: Sendable {
  package let definitions: DefinitionFiles
  /// Nil if the directory has no calendar.
  private let calendarFile: DefinitionFile?

  /// Reads the files of a configuration directory. Throws `Catalog.Failure` if the operations or
  /// the calendar cannot be read.
  package init(directory: String) throws(Catalog.Failure) {
    definitions = try DefinitionFiles(directory: "\(directory)/operations")
    let path = "\(directory)/\(CalendarFile.name)"
    calendarFile = FileManager.default.fileExists(atPath: path) ? DefinitionFile(path: path) : nil
    guard calendarFile == nil, FileManager.default.fileExists(atPath: path) else { return }
    throw .unreadable(
      path: path, reason: ContainedFile.leadsOut(path) ? DefinitionFile.isLinkedOut : "the file cannot be read")
  }

  /// Creates the files of a set, whose names are their paths in the set.
  package init(_ contents: SetContents) {
    var files = DefinitionFiles(operations: [])
    var calendar: DefinitionFile?
    for file in contents.files {
      let read = DefinitionFile(name: file.path, bytes: file.bytes)
      if file.path == CalendarFile.name { calendar = read }
      let part = file.path.split(separator: "/").first.flatMap { DefinitionFiles.Part(rawValue: String($0)) }
      if let part { files[part].append(read) }
    }
    (definitions, calendarFile) = (files, calendar)
  }

  /// The files as a set.
  package var contents: SetContents {
    var files: [SetContents.File] = []
    for part in DefinitionFiles.Part.allCases {
      for file in definitions[part] {
        let name = file.name.split(separator: "/").last ?? ""
        files.append(SetContents.File(path: "\(part.rawValue)/\(name)", bytes: file.bytes))
      }
    }
    for file in definitions.usedLibrary {
      let name = file.name.split(separator: "/").last ?? ""
      files.append(SetContents.File(path: "\(DefinitionFiles.Part.kinds.rawValue)/\(name)", bytes: file.bytes))
    }
    if let calendarFile { files.append(SetContents.File(path: CalendarFile.name, bytes: calendarFile.bytes)) }
    return SetContents(files)
  }

  /// Returns the calendar. Without a file, only Saturdays and Sundays are days off. Throws all its
  /// faults.
  package func calendar() throws(Diagnostics) -> BusinessCalendar {
    guard let calendarFile else { return BusinessCalendar() }
    return try CalendarFile.calendar(calendarFile.bytes, name: calendarFile.name)
  }
}
