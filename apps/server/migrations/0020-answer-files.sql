-- no-transaction
-- Finds the expired answers that have a file, and the answer that a file belongs to, among millions of answers without one.
create index concurrently if not exists idempotent_answer_with_object on idempotent_answer (expires_at)
  where answer_object is not null;
create index concurrently if not exists idempotent_answer_object on idempotent_answer (answer_object)
  where answer_object is not null;
create index concurrently if not exists known_network_seen_at on known_network (seen_at);
create index concurrently if not exists collection_finished on collection (finished_at) where finished_at is not null;
