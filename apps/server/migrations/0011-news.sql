-- News articles, read by cursor in the order of created_at. Every subset of the three ids that a filter may fix has
-- an index that ends in that order, so a page is a short walk on one index however many articles there are. An
-- article costs some 300 bytes of index for it; articles arrive by the second, not by the millisecond.
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
  sources      jsonb not null default '[]',
  is_generated boolean not null default false,
  words        tsvector not null,
  -- fetchAfter asks for published_at and is answered by a walk along created_at.
  constraint news_article_published_before_created check (published_at <= created_at)
);

comment on column news_article.token_id is '0 for general news';
comment on column news_article.words is 'title and description as search-words.ts cuts them';

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

-- How many articles there are for each combination of ids, -1 standing for any: exact totals that cost one row.
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
