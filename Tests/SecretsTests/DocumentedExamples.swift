import Secrets
import Testing

/// The examples in the doc comments of `Secrets`. `DocumentedExampleTests` holds them to the lines between the marks.
struct DocumentedExamples {
  @Test("The documentation example of password hashes returns the stated values") func runsPasswordExample() throws {
    // Example of Secrets.PasswordHash
    guard let hash = PasswordHash(Password("correct horse"), cost: .minimum) else { return }  // nil without memory
    let stored = hash.encoded  // "$argon2id$v=19$m=8,t=1,p=1$..."
    let isRight = try PasswordHash(encoded: stored).matches(Password("correct horse"))  // true
    // End
    #expect(isRight && stored.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
  }
}
