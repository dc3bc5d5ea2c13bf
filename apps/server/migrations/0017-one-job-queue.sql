-- pg-boss decides which worker attempts a delivery and when. The row remembers the job in charge of it and the number of its
-- newest attempt: a job that was replaced, by a replay, and an attempt that was overtaken change nothing.
alter table webhook_delivery add column job_id uuid, drop column lease_id;
comment on column webhook_delivery.job_id is 'the job in charge of the next attempt; another job of the delivery does nothing';
comment on column webhook_delivery.due_at is 'when the next attempt was planned, as its account sees it; pg-boss starts it';
