package import JSON

/// A member of atoms on the wire, for documents, schemas and tests. The writer does not read it.
package struct DrawnMember: Sendable {
  /// The time at which the member is sent.
  package enum Place: Sendable {
    /// Only in the tree: the member never changes while a form is open.
    case trait
    /// In the tree and in states.
    case state
  }

  package let name: String
  package let type: DrawnType
  /// The kinds that can have the member; empty for a member of the state of an item.
  package let kinds: KindSet
  package let place: Place
  /// The meaning, as a phrase without a full stop.
  package let about: String
  package let example: Value
  /// True if each atom of these kinds has the member.
  package private(set) var isRequired = false

  init(
    _ name: String, _ type: DrawnType, of kinds: KindSet, in place: Place, _ about: String, example: Value
  ) {
    (self.name, self.type) = (name, type)
    (self.kinds, self.place) = (kinds, place)
    (self.about, self.example) = (about, example)
  }

  /// The member, which each atom of its kinds has.
  var required: DrawnMember {
    var member = self
    member.isRequired = true
    return member
  }
}

/// The JSON type of a member.
package indirect enum DrawnType: Sendable {
  case text
  case integer
  case boolean
  /// An object whose members the schema does not list.
  case object
  /// Any JSON value.
  case any
  /// The Boolean true: the member is absent in place of false.
  case yes
  case word(DrawnWords)
  /// An object with a schema of its own, by name.
  case record(String)
  case list(DrawnType)
  case either([DrawnType])
  case nullable(DrawnType)
}

/// A set of words with a name. Later servers may send other words.
package struct DrawnWords: Sendable {
  package let name: String
  package let words: [String]
  /// The meaning of the words that do not explain themselves.
  package let about: String

  init(_ name: String, _ words: [String], _ about: String) {
    (self.name, self.words, self.about) = (name, words, about)
  }
}

/// An object in a member of an atom.
package struct DrawnRecord: Sendable {
  package struct Member: Sendable {
    package let name: String
    package let type: DrawnType
    package let about: String?
    package let isRequired: Bool

    init(_ name: String, _ type: DrawnType, _ about: String? = nil, required: Bool = false) {
      (self.name, self.type) = (name, type)
      (self.about, isRequired) = (about, required)
    }
  }

  /// The name of its schema.
  package let name: String
  package let about: String
  package let members: [Member]
  /// True if the object can have members that only the author of a definition knows.
  package let isOpen: Bool

  init(_ name: String, _ about: String, isOpen: Bool = false, _ members: [Member]) {
    (self.name, self.about) = (name, about)
    (self.members, self.isOpen) = (members, isOpen)
  }
}

extension KindSet {
  static let text = KindSet(kind: TextKind.name)
  static let image = KindSet(kind: ImageKind.name)
  static let textInput = KindSet(kind: TextInputKind.name)
  static let dateInput = KindSet(kind: DateInputKind.name)
  static let timeInput = KindSet(kind: TimeInputKind.name)
  static let dateTimeInput = KindSet(kind: DateTimeInputKind.name)
  static let toggle = KindSet(kind: ToggleKind.name)
  static let consent = KindSet(kind: ConsentKind.name)
  static let segmented = KindSet(kind: SegmentedKind.name)
  static let `enum` = KindSet(kind: EnumKind.name)
  static let choices = KindSet(kind: ChoicesKind.name)
  static let accountPicker = KindSet(kind: AccountPickerKind.name)
  static let search = KindSet(kind: SearchKind.name)
  static let button = KindSet(kind: ButtonKind.name)
  static let command = KindSet(kind: CommandKind.name)
  static let link = KindSet(kind: LinkKind.name)
  static let group = KindSet(kind: GroupKind.name)
  static let `repeat` = KindSet(kind: RepeatKind.name)

  /// The kinds that have a value.
  package static let inputs = AtomRegistry.kinds.reduce(into: KindSet()) { kinds, kind in
    if kind is any InputKind.Type { kinds.formUnion(KindSet(kind: kind.name)) }
  }
}
