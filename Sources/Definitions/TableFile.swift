package import Atoms
import Conditions
package import Texts
package import SourceText
import Secrets

/// A table that authors maintain, such as `config/tables/rates.yaml`.
package struct TableFile: Sendable {
  package let table: DataTable
  package let file: DefinitionFile
  /// The translations that the table's captions use.
  package let uses: [Translations.Use]
  /// The location of the table's name.
  package let location: Location
  package let warnings: Diagnostics

  /// Reads a table. Throws all its faults.
  package init(_ file: DefinitionFile, _ catalogs: [Language: [String: SourceNode]]) throws(Diagnostics) {
    let translations = Translations(catalogs)
    let root = try YAMLFile(file.bytes, name: file.name, translations: translations).root
    let result = try TableReading.table(root) {
      var fields = [Array("valence table 1".utf8), file.bytes]
      for use in translations.uses {
        fields += [use.language.rawValue, use.text, use.translation].map { Array($0.utf8) }
      }
      return Digest(ofFields: fields).digits(ofBytes: 16)
    }
    (table, location, warnings) = (result.table, result.location, result.warnings)
    (self.file, uses) = (file, translations.uses)
  }
}

extension Vocabulary {
  /// Returns the vocabulary with these tables. Each can be a source of options, and a table with
  /// keys is also a lookup.
  package func adding(_ files: [TableFile], _ faults: inout Diagnostics) -> Vocabulary {
    var words = self
    var places: [String: Location] = [:]
    for file in files {
      let name = file.table.name
      if let first = places[name] {
        faults.error(.duplicate, "table `\(name)` is already defined in \(first.file.name)", at: file.location)
        continue
      }
      places[name] = file.location
      words.tables[name] = file.table
      guard let lookup = file.table.lookup else { continue }
      if lookups[name] != nil || facts[name] != nil || verifications[name] != nil || searches[name] != nil {
        faults.error(.reservedName, "`\(name)` is already a lookup, a fact or a verification", at: file.location)
      } else if (try? Condition("\(name).key == 1")) == nil {
        faults.error(.reservedName, "`\(name)` is a reserved word of conditions", at: file.location)
      } else {
        words.lookups[name] = lookup
      }
    }
    return words
  }
}
