-- How an article sounds, and how much weight the outlets that reported it have. Null where the version before this one stored
-- the article: its sentiment is then read from its words, and every source counts as 1.
alter table news_article
  add column sentiment smallint check (sentiment between -1 and 1),
  add column sentiment_confidence real,
  add column source_weight real;

comment on column news_article.sentiment is '-1 negative, 0 neutral, 1 positive';
comment on column news_article.source_weight is 'sum of the weights of the outlets that reported it, each outlet once';

alter table news_feed add column weight real not null default 1;
