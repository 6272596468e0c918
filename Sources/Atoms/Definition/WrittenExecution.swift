/// What the head of an operation says of how its submissions are carried out: `cutOff: "16:30"`, `core: feed`.
struct WrittenExecution {
  /// Minutes from midnight; nil where the bank decides.
  let cutOff: Int?
  /// Whether the bank's core carries them out.
  let isFed: Bool

  init(_ head: inout Properties, hasEffect: Bool) {
    let time = head.node("cutOff")
    let minutes = time?.scalar.flatMap { TimeText.minutes(of: $0) }
    if let time, minutes == nil {
      head.error("`cutOff` takes a time of the day from \"00:01\" to \"23:59\"", at: time.location)
    }
    cutOff = minutes
    isFed = head.word("core", of: ["feed"]) != nil
    if !hasEffect {
      if let time, minutes != nil {
        head.error("`cutOff` requires `effect`: without it nothing is carried out", at: time.location)
      }
      if isFed, let core = head.node("core") {
        head.error("`core` requires `effect`: without it nothing is carried out", at: core.location)
      }
    }
  }
}
