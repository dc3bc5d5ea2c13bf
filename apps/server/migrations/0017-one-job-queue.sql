-- pg-boss decides which worker attempts a delivery and when. The row remembers the job in charge of it and the number of its
-- newest attempt: a job that was replaced, by a replay, and an attempt that was overtaken change nothing.
alter table webhook_delivery add column job_id uuid, drop column lease_id;
comment on column webhook_delivery.job_id is 'the job in charge of the next attempt; another job of the delivery does nothing';
comment on column webhook_delivery.due_at is 'when the next attempt was planned, as its account sees it; pg-boss starts it';

-- Articles to rewrite and to compare with alerts are jobs of pg-boss, added in the transaction that stores the article.
drop table news_untold;
drop table news_rewrite;

-- A feed has one waiting or running job, which adds the next one in the transaction that records its fetch.
drop index news_feed_due;
alter table news_feed drop column lease_id;
comment on column news_feed.due_at is 'when the next fetch was planned, as the operator sees it; pg-boss starts it';
