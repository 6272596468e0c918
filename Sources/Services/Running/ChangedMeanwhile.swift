/// The stored state is not the one that the caller has read: nothing was changed.
///
/// The caller's condition is judged in the transaction of the write, so that no other server changes the state in between.
package struct ChangedMeanwhile: Error {}
