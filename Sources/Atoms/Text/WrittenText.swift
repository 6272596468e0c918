/// A text as a definition writes it, in each language that it is written in: not yet read as a template.
struct WrittenText {
  /// The text in one language.
  struct Version {
    let language: Language
    let text: String
    let location: Location
  }

  /// The versions, that of the default language first.
  let versions: [Version]

  /// The texts as they stand.
  var plain: LocalizedText {
    LocalizedText(
      ru: versions.first?.text ?? "", en: versions.first { $0.language == .en }?.text)
  }
}
