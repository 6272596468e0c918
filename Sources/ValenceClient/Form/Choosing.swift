extension Atom {
  /// Returns true if an option of this choice is chosen.
  public func isChosen(_ option: WireValue) -> Bool {
    value.array.map { $0.contains(option) } ?? (value == option)
  }

  /// Returns the value of `choices` after a tap on an option: a list in the order of the options,
  /// or null without a chosen option.
  ///
  /// A tap on a chosen option removes it. An option in ``exclusive`` replaces the others, and any
  /// other option replaces it.
  ///
  ///     let question = form.enter(topics.value(afterTapping: "cards"), at: "topics")
  public func value(afterTapping option: WireValue) -> WireValue {
    let (chosen, alone) = (value.array ?? [], exclusive)
    let isRemoved = chosen.contains(option)
    let kept = chosen.filter { $0 != option && (isRemoved || !alone.contains(option) && !alone.contains($0)) }
    let wanted = isRemoved ? kept : kept + [option]
    let values = options.map(\.value).filter(wanted.contains)
    return values.isEmpty ? .null : .array(values)
  }
}
