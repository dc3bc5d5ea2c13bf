-- News articles, read by cursor in the order of created_at. Each combination of the three ids that a filter can set has an
-- index that ends in that order, so a page is a short scan of one index however many articles there are. This costs some 300
-- bytes of index per article; articles arrive by the second, not by the millisecond.
create table news_article (
  article_id   bigint generated always as identity primary key,
  created_at   timestamptz(3) not null default clock_timestamp(),
  published_at timestamptz(3) not null,
  category_id  smallint not null,
  network_id   smallint not null,
  token_id     smallint not null default 0,
  title        text not null,
  description  text not null,
  url          text not null,
  image_url    text,
  image_object text,
  sources      jsonb not null default '[]',
  is_generated boolean not null default false,
  words        tsvector not null,
  -- fetchAfter filters by published_at and is answered by a scan along created_at.
  constraint news_article_published_before_created check (published_at <= created_at)
);

create index news_article_newest on news_article (created_at desc, article_id desc);
create index news_article_category on news_article (category_id, created_at desc, article_id desc);
create index news_article_network on news_article (network_id, created_at desc, article_id desc);
create index news_article_token on news_article (token_id, created_at desc, article_id desc);
create index news_article_category_network on news_article (category_id, network_id, created_at desc, article_id desc);
create index news_article_category_token on news_article (category_id, token_id, created_at desc, article_id desc);
create index news_article_network_token on news_article (network_id, token_id, created_at desc, article_id desc);
create index news_article_all_ids
  on news_article (category_id, network_id, token_id, created_at desc, article_id desc);
create index news_article_words on news_article using gin (words);

comment on column news_article.token_id is '0 for general news';
comment on column news_article.image_object is 'name of our small copy of image_url in the object store';
comment on column news_article.words is
  'words of title and description from search-words.ts, with positions; their English stems, without';

-- A search matches other forms of a word ("stablecoins", "stablecoin") and prefixes ("bit", "bitcoin"). An article stores its
-- words with their positions, for phrases and prefixes, and their English stems without a position.
create function add_word_stems(words tsvector) returns tsvector language sql immutable parallel safe
return (words::text || ' '
  || strip(to_tsvector('pg_catalog.english', array_to_string(tsvector_to_array(words), ' ')))::text)::tsvector;

create function add_news_word_stems() returns trigger language plpgsql as $$
begin
  new.words := add_word_stems(new.words);
  return new;
end $$;

create trigger news_article_stemmed before insert or update of words on news_article
  for each row execute function add_news_word_stems();

-- Each of the words must occur as it is, in another form or as a prefix. Words below three characters match no prefixes,
-- because too many words start with them. `phrases` is a tsquery of what must occur as written.
create function to_news_query(words text[], phrases text) returns tsquery language sql immutable parallel safe
return coalesce(
  (select string_agg(
     format('(%L%s%s)', word, case when length(word) >= 3 then ':*' end,
       ' | ' || quote_literal((ts_lexize('pg_catalog.english_stem', word))[1])),
     ' & ')
   from unnest(words) as word)::tsquery && coalesce(phrases, '')::tsquery,
  phrases::tsquery);

-- Number of articles for each combination of ids, where -1 means any: exact totals that need one row each.
create table news_count (
  category_id smallint not null,
  network_id  smallint not null,
  token_id    smallint not null,
  articles    bigint not null,
  primary key (category_id, network_id, token_id)
);

create function count_news_articles() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into news_count as n
    select coalesce(category_id, -1), coalesce(network_id, -1), coalesce(token_id, -1), count(*)
    from changed group by cube (category_id, network_id, token_id) order by 1, 2, 3
    on conflict (category_id, network_id, token_id) do update set articles = n.articles + excluded.articles;
  elsif tg_op = 'DELETE' then
    insert into news_count as n
    select coalesce(category_id, -1), coalesce(network_id, -1), coalesce(token_id, -1), -count(*)
    from changed group by cube (category_id, network_id, token_id) order by 1, 2, 3
    on conflict (category_id, network_id, token_id) do update set articles = n.articles + excluded.articles;
  else
    insert into news_count as n
    select coalesce(category_id, -1), coalesce(network_id, -1), coalesce(token_id, -1), sum(step)
    from (
      select category_id, network_id, token_id, 1 as step from changed
      union all select category_id, network_id, token_id, -1 from replaced
    ) moved
    group by cube (category_id, network_id, token_id) having sum(step) <> 0 order by 1, 2, 3
    on conflict (category_id, network_id, token_id) do update set articles = n.articles + excluded.articles;
  end if;
  return null;
end $$;

create trigger news_article_counted_in after insert on news_article
  referencing new table as changed for each statement execute function count_news_articles();
create trigger news_article_counted_out after delete on news_article
  referencing old table as changed for each statement execute function count_news_articles();
create trigger news_article_counted_again after update on news_article
  referencing old table as replaced new table as changed for each statement execute function count_news_articles();

-- A worker fetches a feed under a lease. The articles of a fetch and the new state of its feed are one transaction.
create table news_feed (
  feed_id          integer generated always as identity primary key,
  url              text not null unique,
  name             text not null,
  is_enabled       boolean not null default true,
  feed_url         text,
  due_at           timestamptz not null default now(),
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

comment on column news_feed.due_at is 'when the next fetch was planned, as the operator sees it; pg-boss starts it';
comment on column news_feed.feed_url is 'where the feed was found when url is a web page that links to it';

-- The reports of an article. The first one created the article, the others were recognised as the same story.
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

comment on column news_report.url_key is 'SHA-256 of the normalised URL';

-- Hashes of a report's most distinctive words: reports of one story share some of them. Deleted after two weeks.
create table news_report_key (
  key          bigint not null,
  published_at timestamptz(3) not null,
  report_id    bigint not null references news_report on delete cascade,
  primary key (key, published_at, report_id)
);

create index news_report_key_report on news_report_key (report_id);
create index news_report_key_age on news_report_key (published_at);

-- Filters for which an account gets a webhook when a new article matches. Null means any.
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

comment on column news_alert.network_ids is 'canonical ids, as in news_article';
comment on column news_alert.word_query is 'search_query as a tsquery from search-words.ts';
