/// The labels of a tuple type, in their order: its name has them, `(id: Int, note: String?)`.
func labels<Fields>(of fields: Fields.Type) -> [String] {
  var labels: [String] = []
  var word = ""
  var depth = 0
  for character in String(reflecting: fields) {
    switch character {
    case "(", "<", "[": depth += 1
    case ")", ">", "]": depth -= 1
    case ":" where depth == 1:
      labels.append(word)
    case "," where depth == 1, " " where depth == 1: word = ""
    default: if depth == 1 { word.append(character) }
    }
  }
  return labels
}
