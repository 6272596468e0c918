import Texts
package import Definitions
package import Atoms
package import SourceText

/// The part of changed definitions that can serve while some of their files have faults.
///
/// Sound files are served anew; a file with faults stays as it serves, and one that is new is left out. Files that belong
/// together change together: an operation with the fragments, services, tables and translation catalogs that it uses. The part is
/// compiled and checked as one set, like any other; `served` was compiled with the same vocabulary.
package struct ValidSubset {
  /// The set that can serve.
  package let catalog: Catalog
  /// The names of the changed files that are not in it, in order.
  package let held: [String]

  /// The most sets that are compiled until one is sound.
  private static let maximum = 8

  /// Finds the sound part of the files `found`, which have these faults, over the set that serves.
  ///
  /// Nil if nothing of what has changed can serve.
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
      // The fault is in a file that serves: first what is gone stays, then all that operations share.
      if known == held { known.formUnion(changed.subtracting(found.names)) }
      if known == held { known.formUnion(changed.subtracting(found.operations.map(\.name))) }
      if known == held { return nil }
      held = known
    }
    return nil
  }

  /// Returns the changed files in which the faults are, or that include the faulty lines.
  private static func files(at faults: Diagnostics, among changed: Set<String>) -> Set<String> {
    var files: Set<String> = []
    for fault in faults.all where fault.severity == .error {
      let names = ([fault.location] + fault.location.inclusions).map(\.file.name)
      if let name = names.first(where: changed.contains) {
        files.insert(name)
      } else if let path = names.first {
        // A directory that cannot be read, or a file whose name should end otherwise: what it stands for.
        let name = path.split(separator: "/").last ?? ""
        let stem = path.dropLast(name.count) + name.prefix { $0 != "." }
        files.formUnion(changed.filter { $0.hasPrefix("\(path)/") || $0 == "\(stem).yaml" })
      }
    }
    return files
  }

  /// Returns the held files with the changed ones that belong together with them in a set.
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
  /// The names of the files that belong together with the operation's.
  fileprivate func group(in files: DefinitionFiles) -> Set<String> {
    let languages = Set(translations.map(\.language.rawValue))
    let systems = Set(services.map(\.stem))
    return Set([file.name] + fragments.map(\.name) + tables.map(\.name))
      .union(files.locales.filter { languages.contains($0.stem) }.map(\.name))
      // Recorded answers stand beside their service, under its name.
      .union(files.services.filter { systems.contains($0.stem) }.map(\.name))
  }
}

extension DefinitionFiles {
  /// The names of all files.
  fileprivate var names: Set<String> { Set(Part.allCases.flatMap { self[$0].map(\.name) }) }

  /// Returns the names of the files that another set lacks, has alone, or has with another content.
  fileprivate func changes(from other: DefinitionFiles) -> Set<String> {
    var names: Set<String> = []
    for part in Part.allCases {
      let old = Dictionary(other[part].map { ($0.name, $0.bytes) }) { first, _ in first }
      let new = Dictionary(self[part].map { ($0.name, $0.bytes) }) { first, _ in first }
      names.formUnion(Set(old.keys).union(new.keys).filter { old[$0] != new[$0] })
    }
    return names
  }

  /// Returns the set with the held files as another set has them, and without those that it does not have.
  fileprivate func holding(_ held: Set<String>, from other: DefinitionFiles) -> DefinitionFiles {
    var files = DefinitionFiles(operations: [], isWhole: isWhole)
    for part in Part.allCases {
      let kept = self[part].filter { !held.contains($0.name) } + other[part].filter { held.contains($0.name) }
      files[part] = kept.sorted { $0.name < $1.name }
    }
    return files
  }
}
