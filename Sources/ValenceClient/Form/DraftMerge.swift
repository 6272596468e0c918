/// The union of two changes of a draft: the change on this client, and a change that another device
/// saved first.
///
/// Changes of different atoms are merged. An atom with two new values is a conflict, which the
/// person resolves.
///
///     catch .refused(let problem) where problem.name == .draftChanged {
///       let stored = problem.currentDraft
///       let merge = DraftMerge(base: saved, mine: form.keptValues, theirs: stored?.values ?? [:])
///       // The atoms for which the person chooses the stored value.
///       let theirs = merge.conflicts.isEmpty ? [] : await choose(merge.conflicts)
///       let values = merge.values(taking: theirs)
///       tag = try await client.keep(form, values: values, ifMatch: stored?.etag)
///     }
public struct DraftMerge: Sendable, Hashable {
  /// An atom that both sides have changed to different values.
  public struct Conflict: Sendable, Hashable {
    /// The id of the atom. A list of items is a single value.
    public let atom: String
    /// The value on this client; nil if it has none.
    public let mine: WireValue?
    /// The value in the stored draft; nil if it has none.
    public let theirs: WireValue?
  }

  /// The conflicts, ordered by atom id.
  public let conflicts: [Conflict]
  private let union: Members

  /// Compares both sides with their common base.
  ///
  /// - Parameters:
  ///   - base: The values of the draft that this client last read or saved.
  ///   - mine: The values on this client.
  ///   - theirs: The values of the stored draft.
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

  /// Returns the values to save: the changes of both sides.
  ///
  /// - Parameter atoms: The ids of conflicts for which the stored draft's value is used. For other
  ///   conflicts, this client's value is used.
  public func values(taking atoms: some Sequence<String> = []) -> Members {
    var values = union
    let taken = Set(atoms)
    for conflict in conflicts where taken.contains(conflict.atom) { values[conflict.atom] = conflict.theirs }
    return values
  }
}

/// A draft as stored on the server, in a problem ``Problem/Name/draftChanged``.
public struct StoredDraft: WireModel {
  /// The entity tag with which to save the draft.
  public var etag: String? { wire["etag"]?.string }
  /// The version of the operation for which the values were entered.
  public var version: String? { wire["version"]?.string }
  /// The values by atom id.
  public var values: Members { wire["values"]?.object ?? [:] }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a draft.
  public init(_ members: Members) throws(Unreadable) { wire = members }
}

/// An atom whose sent value differs from the draft's, with texts for people.
public struct DraftDifference: WireModel {
  /// The id of the atom.
  public let atom: String
  /// The caption of the atom.
  public let caption: String
  /// The sent value as a text; nil if absent.
  public var mine: String? { wire["mineText"]?.string ?? wire["mine"]?.string }
  /// The draft's value as a text; nil if absent.
  public var theirs: String? { wire["theirsText"]?.string ?? wire["theirs"]?.string }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a difference. Throws ``Unreadable`` if `atom` or `caption` is missing or
  /// invalid.
  public init(_ members: Members) throws(Unreadable) {
    atom = try members.text("atom", of: "difference")
    caption = try members.text("caption", of: "difference")
    wire = members
  }
}
