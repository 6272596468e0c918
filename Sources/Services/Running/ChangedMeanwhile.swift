/// The stored state differs from the state that the caller has read. Nothing was changed.
///
/// The comparison is part of the transaction that writes, so no other server can change the state
/// in between.
package struct ChangedMeanwhile: Error {}
