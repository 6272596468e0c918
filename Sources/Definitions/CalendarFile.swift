import Model
import Atoms
package import Dates
package import SourceText
import FoundationEssentials
import Platform

/// The bank's calendar: `calendar.yaml` in the configuration directory, with `holidays: [...]` and
/// `workdays: [...]`.
package enum CalendarFile {
  package static let name = "calendar.yaml"

  /// Returns the calendar of a configuration directory. Throws all faults of the file.
  ///
  /// Without the file, only Saturdays and Sundays are days off.
  package static func calendar(in configuration: String) throws(Diagnostics) -> BusinessCalendar {
    let path = "\(configuration)/\(name)"
    guard FileManager.default.fileExists(atPath: path) else { return BusinessCalendar() }
    return try calendar(at: path)
  }

  /// Returns the calendar in the file at a path. Throws all faults of the file.
  package static func calendar(at path: String) throws(Diagnostics) -> BusinessCalendar {
    guard let file = DefinitionFile(path: path) else {
      var faults = Diagnostics()
      let nowhere = Location(file: SourceFile(name: path, text: ""), line: 1, column: 1)
      faults.error(
        .unreadableFile, ContainedFile.leadsOut(path) ? DefinitionFile.isLinkedOut : "the file cannot be read",
        at: nowhere)
      throw faults
    }
    return try calendar(file.bytes, name: path)
  }

  /// Parses a calendar. Faults contain `name` as the file name. Throws all faults.
  package static func calendar(_ bytes: [UInt8], name: String) throws(Diagnostics) -> BusinessCalendar {
    let root = try YAMLFile(bytes, name: name).root
    var faults = Diagnostics()
    guard let entries = root.mapping else {
      faults.error(
        .wrongShape, "a calendar is a mapping with `holidays` and `workdays`, not \(root.noun)", at: root.location)
      throw faults
    }
    var head = Properties(entries, at: root.location)
    let (holidays, workdays) = (head.node("holidays"), head.node("workdays"))
    head.refuseTheRest(of: "a calendar")
    faults.append(head.diagnostics)
    let off = days(holidays, of: "holidays", &faults)
    let on = days(workdays, of: "workdays", &faults)
    for (day, place) in off where day.isWeekend {
      faults.error(.wrongValue, "\(day) is a Saturday or Sunday, which is already a day off", at: place)
    }
    for (day, place) in on where !day.isWeekend {
      faults.error(
        .wrongValue, "\(day) is not a Saturday or Sunday: it is a business day unless it is a holiday", at: place)
    }
    guard !faults.hasErrors else { throw faults }
    return BusinessCalendar(holidays: Set(off.keys), workdays: Set(on.keys))
  }

  /// Returns the days in a list with their locations. Appends faults to `faults`.
  private static func days(
    _ node: SourceNode?, of name: String, _ faults: inout Diagnostics
  ) -> [CivilDate: Location] {
    guard let node else { return [:] }
    guard let elements = node.sequence else {
      faults.error(.wrongShape, "`\(name)` takes a list of days, not \(node.noun)", at: node.location)
      return [:]
    }
    var days: [CivilDate: Location] = [:]
    for element in elements {
      guard let day = element.scalar.flatMap({ CivilDate($0) }) else {
        if let text = element.scalar, CommonMistakes.isMissingDay(text) {
          faults.error(.wrongValue, "the date `\(text)` does not exist", at: element.location)
          continue
        }
        faults.error(
          .wrongValue, "a day is a calendar date written as YYYY-MM-DD",
          remedy: element.scalar.flatMap(CommonMistakes.dateHint) ?? "", at: element.location)
        continue
      }
      if days.updateValue(element.location, forKey: day) != nil {
        faults.error(.duplicate, "\(day) is listed twice", at: element.location)
      }
    }
    return days
  }
}
