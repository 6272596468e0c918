/// The union of two changes of one draft: this client's change, and another device's change that was saved first.
///
/// Changes of different atoms need no question. The same atom with two new values is a conflict, which the person decides.
///
///     catch .refused(let problem) where problem.name == .draftChanged {
///       let merge = DraftMerge(base: saved, mine: form.keptValues, theirs: problem.currentDraft?.values ?? [:])
///       let theirs = merge.conflicts.isEmpty ? [] : await ask(merge.conflicts)  // the atoms whose other value is taken
///       tag = try await client.keep(form, values: merge.values(taking: theirs), ifMatch: problem.currentDraft?.etag)
///     }
public struct DraftMerge: Sendable, Hashable {
  /// An atom that both sides have changed to different values.
  public struct Conflict: Sendable, Hashable {
    /// The atom's id; a list of items is one value.
    public let atom: String
    /// The value of this client; nil for none.
    public let mine: WireValue?
    /// The value of the stored draft; nil for none.
    public let theirs: WireValue?
  }

  /// The atoms that both sides have changed to different values, by id.
  public let conflicts: [Conflict]
  private let union: Members

  /// Compares both sides with the values of the last draft that this client has read or saved.
  public init(base: Members, mine: Members, theirs: Members) {
    var (union, conflicts): (Members, [Conflict]) = ([:], [])
    for atom in Set(base.keys).union(mine.keys).union(theirs.keys).sorted() {
      let isTheirs = mine[atom] == base[atom]
      union[atom] = isTheirs ? theirs[atom] : mine[atom]
      if !isTheirs, theirs[atom] != base[atom], theirs[atom] != mine[atom] {
        conflicts.append(Conflict(atom: atom, mine: mine[atom], theirs: theirs[atom]))
      }
    }
    (self.union, self.conflicts) = (union, conflicts)
  }

  /// The values to save: every change of either side. Of a conflict this is the client's own value, or the other one if
  /// `atoms` names it.
  public func values(taking atoms: some Sequence<String> = []) -> Members {
    var values = union
    let taken = Set(atoms)
    for conflict in conflicts where taken.contains(conflict.atom) { values[conflict.atom] = conflict.theirs }
    return values
  }
}

/// A draft as the server has it, of a problem ``Problem/Name/draftChanged``.
public struct StoredDraft: WireModel {
  /// The entity tag to save with.
  public var etag: String? { wire["etag"]?.string }
  /// The version of the operation into which the values were entered.
  public var version: String? { wire["version"]?.string }
  /// The values.
  public var values: Members { wire["values"]?.object ?? [:] }
  /// All members, as they came.
  public let wire: Members

  /// Reads a draft.
  public init(_ members: Members) throws(Unreadable) { wire = members }
}

/// An atom whose sent value differs from the draft's, with texts for people.
public struct DraftDifference: WireModel {
  /// The atom's id.
  public let atom: String
  /// The caption of the atom.
  public let caption: String
  /// The sent value as people read it; nil for none.
  public var mine: String? { wire["mineText"]?.string ?? wire["mine"]?.string }
  /// The value of the draft as people read it; nil for none.
  public var theirs: String? { wire["theirsText"]?.string ?? wire["theirs"]?.string }
  /// All members, as they came.
  public let wire: Members

  /// Reads a difference. Throws ``Unreadable`` without `atom` and `caption`.
  public init(_ members: Members) throws(Unreadable) {
    atom = try members.text("atom", of: "difference")
    caption = try members.text("caption", of: "difference")
    wire = members
  }
}
