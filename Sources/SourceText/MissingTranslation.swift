package import Texts

/// A text of a definition file without a translation.
package struct MissingTranslation: Sendable {
  /// The property of the text, as written.
  let property: String
  let language: Language

  package init(of property: String, into language: Language) {
    (self.property, self.language) = (property, language)
  }
}

extension Diagnostics {
  /// Adds a remark about a text without a translation.
  ///
  /// - Parameter remedy: The suggestion with its separator.
  package mutating func remark(_ missing: MissingTranslation, remedy: String, at location: Location) {
    let problem = "`\(missing.property)` has no translation into `\(missing.language.rawValue)`"
    append(
      remark: Diagnostic(
        .warning, .missingTranslation, problem, remedy: remedy, at: location, missingTranslation: missing))
  }

  /// The findings with one finding in place of all missing translations of a file that has no
  /// translation into their language. The texts of such a file are probably in one language on
  /// purpose; in any other file each missing translation is an error of its author.
  package var groupingTranslations: Diagnostics {
    var (grouped, gaps) = (Diagnostics(), [Gap: [Diagnostic]]())
    for finding in all {
      if let gap = finding.gap { gaps[gap, default: []].append(finding) } else { grouped.append(finding) }
    }
    for (gap, findings) in gaps {
      let isPartial = findings.contains { $0.location.file.isTranslated(into: gap.language) }
      guard !isPartial, findings.count > 1, let first = findings.min(by: { $0.location < $1.location }),
        let property = first.missingTranslation?.property
      else {
        for finding in findings { grouped.append(finding) }
        continue
      }
      grouped.warning(
        .missingTranslation,
        "\(findings.count) texts have no translation into `\(gap.language.rawValue)`, and no text of this file has one; "
          + "the first is `\(property)`",
        remedy: ": write {ru: ..., en: ...}, translate them in locales/\(gap.language.rawValue).yaml, or omit this "
          + "warning with `valence check --ignore \(FindingCode.missingTranslation.rawValue)`",
        at: first.location)
    }
    return grouped
  }

  /// A file and a language into which texts of the file have no translation.
  fileprivate struct Gap: Hashable {
    let file: String
    let language: Language
  }
}

extension Diagnostic {
  fileprivate var gap: Diagnostics.Gap? {
    missingTranslation.map { Diagnostics.Gap(file: location.file.name, language: $0.language) }
  }
}
