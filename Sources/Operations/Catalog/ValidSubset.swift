import Texts
package import Definitions
package import Atoms
package import SourceText

/// The valid subset of changed definitions if some of their files have faults.
///
/// - Valid files are updated. A file with faults keeps its previous version, and a new file with
///   faults is left out.
/// - An operation and the fragments, services, tables and translation catalogs that it uses change
///   together.
/// - The subset is compiled and checked as one set, like any other. It requires the same vocabulary
///   as `served`.
package struct ValidSubset {
  /// The set that can be served.
  package let catalog: Catalog
  /// The sorted names of the changed files that are not in the set.
  package let held: [String]

  /// The maximum number of sets to compile.
  private static let maximum = 8

  /// Finds the valid subset of `found`, whose faults are `faults`, relative to the catalog
  /// `served`.
  ///
  /// Nil if none of the changes can be served.
  package init?(of found: DefinitionFiles, over served: Catalog, faults: Diagnostics, vocabulary: Vocabulary) {
    let changed = found.changes(from: served.files)
    var held = Self.files(at: faults, among: changed)
    for _ in 0..<Self.maximum {
      held = Self.whole(held, changed, served)
      guard held.count < changed.count else { return nil }
      var known: Set<String>
      do throws(Catalog.Failure) {
        let catalog = try Catalog(found.holding(held, from: served.files), over: served, vocabulary: vocabulary)
        known = Self.whole(held, changed, catalog)
        if known == held {
          (self.catalog, self.held) = (catalog, held.sorted())
          return
        }
      } catch .faults(let faults) {
        known = held.union(Self.files(at: faults, among: changed))
      } catch {
        return nil
      }
      // The fault is in an unchanged file. First keep the removed files, then the files that
      // operations share.
      if known == held { known.formUnion(changed.subtracting(found.names)) }
      if known == held { known.formUnion(changed.subtracting(found.operations.map(\.name))) }
      if known == held { return nil }
      held = known
    }
    return nil
  }

  /// Returns the changed files that contain the faults or that include the faulty lines.
  private static func files(at faults: Diagnostics, among changed: Set<String>) -> Set<String> {
    var files: Set<String> = []
    for fault in faults.all where fault.severity == .error {
      let names = ([fault.location] + fault.location.inclusions).map(\.file.name)
      if let name = names.first(where: changed.contains) {
        files.insert(name)
      } else if let path = names.first {
        // The path of an unreadable directory or of a misnamed file. Select the changed files that
        // it refers to.
        let name = path.split(separator: "/").last ?? ""
        let stem = path.dropLast(name.count) + name.prefix { $0 != "." }
        files.formUnion(changed.filter { $0.hasPrefix("\(path)/") || $0 == "\(stem).yaml" })
      }
    }
    return files
  }

  /// Returns the held files and the changed files that must change together with them.
  private static func whole(_ held: Set<String>, _ changed: Set<String>, _ catalog: Catalog) -> Set<String> {
    let groups = catalog.operations.compactMap { catalog.source(of: $0.id)?.group(in: catalog.files) }
    var (whole, isGrowing) = (held, true)
    while isGrowing {
      isGrowing = false
      for group in groups where !group.isDisjoint(with: whole) {
        let more = group.intersection(changed).subtracting(whole)
        isGrowing = isGrowing || !more.isEmpty
        whole.formUnion(more)
      }
    }
    return whole
  }
}

extension OperationSource {
  /// The names of the files that must change together with the operation's file.
  fileprivate func group(in files: DefinitionFiles) -> Set<String> {
    let languages = Set(translations.map(\.language.rawValue))
    let systems = Set(services.map(\.stem))
    return Set([file.name] + (fragments + kinds + tables + documents).map(\.name))
      .union(files.locales.filter { languages.contains($0.id) }.map(\.name))
      // The files of recorded answers have the stem of their service.
      .union(files.services.filter { systems.contains($0.stem) }.map(\.name))
  }
}

extension DefinitionFiles {
  fileprivate var names: Set<String> { Set(Part.allCases.flatMap { self[$0].map(\.name) }) }

  /// Returns the names of the files that were added, removed or changed relative to another set.
  fileprivate func changes(from other: DefinitionFiles) -> Set<String> {
    var names: Set<String> = []
    for part in Part.allCases {
      let old = Dictionary(other[part].map { ($0.name, $0.bytes) }) { first, _ in first }
      let new = Dictionary(self[part].map { ($0.name, $0.bytes) }) { first, _ in first }
      names.formUnion(Set(old.keys).union(new.keys).filter { old[$0] != new[$0] })
    }
    return names
  }

  /// Returns the set in which the held files are replaced by the files of another set, or removed
  /// if it has none.
  fileprivate func holding(_ held: Set<String>, from other: DefinitionFiles) -> DefinitionFiles {
    var files = DefinitionFiles(operations: [], isWhole: isWhole)
    files.library = library
    for part in Part.allCases {
      let kept = self[part].filter { !held.contains($0.name) } + other[part].filter { held.contains($0.name) }
      files[part] = kept.sorted { $0.name < $1.name }
    }
    return files
  }
}
