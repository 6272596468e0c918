-- release: 4
-- The questions to a system about what it does not know: when its word counts, and about deliveries that an operator rejected.

-- The end of the last attempt to hand the delivery over, at the latest. A system may still take it in for a while after that.
ALTER TABLE delivery ADD COLUMN sent bigint;
-- The first time since then at which the system said, late enough to count, that it does not know the delivery.
ALTER TABLE delivery ADD COLUMN missed bigint;
-- The time of the next question about a delivery that an operator rejected, and the time at which the questions end.
ALTER TABLE delivery ADD COLUMN recheck bigint;
ALTER TABLE delivery ADD COLUMN recheck_until bigint;

CREATE INDEX delivery_recheck ON delivery (recheck) WHERE recheck IS NOT NULL;

GRANT UPDATE (sent, missed, recheck, recheck_until) ON delivery TO valence_serve;
