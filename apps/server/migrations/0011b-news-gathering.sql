-- A feed is fetched by whoever holds its lease; what a fetch found and what is remembered of it are one transaction.
create table news_feed (
  feed_id          integer generated always as identity primary key,
  url              text not null unique,
  name             text not null,
  is_enabled       boolean not null default true,
  feed_url         text,
  due_at           timestamptz not null default now(),
  lease_id         uuid,
  interval_in_s    integer not null default 900,
  etag             text,
  last_modified    text,
  failures         integer not null default 0,
  last_fetched_at  timestamptz,
  last_success_at  timestamptz,
  last_outcome     text,
  last_error       text,
  fetches          bigint not null default 0,
  new_articles     bigint not null default 0,
  merged_reports   bigint not null default 0
);

create index news_feed_due on news_feed (due_at) where is_enabled;

comment on column news_feed.feed_url is 'where the feed was found when url is a web page that names it';

-- Who reported an article. The first report made it, the others were recognised as the same story.
create table news_report (
  report_id    bigint generated always as identity primary key,
  url_key      bytea not null unique,
  article_id   bigint not null references news_article on delete cascade,
  feed_id      integer not null references news_feed on delete cascade,
  guid         text,
  title        text not null,
  excerpt      text not null,
  published_at timestamptz(3) not null
);

create index news_report_article on news_report (article_id);
create index news_report_guid on news_report (feed_id, guid) where guid is not null;

comment on column news_report.url_key is 'SHA-256 of the normalised address';

-- The most telling words of a report, hashed: reports of one story share some of them. Forgotten after two weeks.
create table news_report_key (
  key          bigint not null,
  published_at timestamptz(3) not null,
  report_id    bigint not null references news_report on delete cascade,
  primary key (key, published_at, report_id)
);

create index news_report_key_report on news_report_key (report_id);
create index news_report_key_age on news_report_key (published_at);

-- Articles that a model has yet to rewrite.
create table news_rewrite (
  article_id bigint primary key references news_article on delete cascade,
  due_at     timestamptz not null default now(),
  attempts   integer not null default 0
);

create index news_rewrite_due on news_rewrite (due_at);
