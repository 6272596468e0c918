/// Identifies a person.
package typealias PersonID = Identifier<Person>
/// Identifies one login of a person.
package typealias SessionID = Identifier<SessionRecord>
/// Identifies a submission.
package typealias SubmissionID = Identifier<Submission>
/// Identifies a challenge.
package typealias ChallengeID = Identifier<Challenge>
/// Identifies one security matrix that was issued to a person.
package typealias MatrixID = Identifier<SecurityMatrix>
/// Identifies a template.
package typealias TemplateID = Identifier<SavedTemplate>
