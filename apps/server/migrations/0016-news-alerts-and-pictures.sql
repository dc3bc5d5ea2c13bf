-- Filters whose new articles an account wants to be told of. Null stands for any.
create table news_alert (
  account_id   uuid not null,
  alert_id     uuid not null,
  category_ids smallint[],
  network_ids  smallint[],
  token_ids    smallint[],
  search_query text,
  word_query   tsquery,
  webhook_url  text not null,
  created_at   timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, alert_id)
);

comment on column news_alert.network_ids is 'canonical ones, as articles carry them';
comment on column news_alert.word_query is 'search_query as search-words.ts cuts it';

-- New articles that no alert was yet compared with. The webhooks of one are queued in the transaction that takes it
-- out of here, so each is queued once whoever dies.
create table news_untold (
  article_id bigint primary key references news_article on delete cascade,
  stored_at  timestamptz not null default now()
);

alter table news_article add column image_object text;

comment on column news_article.image_object is 'our own small copy of image_url, by its name in the object store';
