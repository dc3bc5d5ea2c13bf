-- Planned once: left alone, PostgreSQL plans these statements anew for every call, because a plan for one row looks
-- cheaper than a plan for any number. One plan is right for every batch as long as it goes by the indexes.
alter function settle_holds set plan_cache_mode = force_generic_plan set enable_seqscan = off;
alter function settle_holds_and_remember set plan_cache_mode = force_generic_plan set enable_seqscan = off;
