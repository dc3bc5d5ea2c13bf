-- Text of the project sites and white papers that requests name. These tables belong to no account: every page was fetched
-- without credentials, so anyone who knows the whole URL (the query is part of the key) could have fetched it. They store
-- nothing about an account, not even which one named a URL. The job that reads a site names the account whose share of the
-- workers it uses, and is deleted when the site was read.

create table web_source (
  source_id     bytea primary key,                      -- SHA-256 of the URL, which may be too long for an index
  url           text not null,
  read_at       timestamptz,                            -- when the stored pages were last confirmed to be current
  next_read_at  timestamptz not null default now(),     -- not read again before this time
  failure       text,                                   -- why the last attempt failed
  is_refused    boolean not null default false,         -- the URL leads to an address that requests must not reach
  used_at       timestamptz not null default now()
);

create index web_source_used_at on web_source (used_at);

create table web_page (
  source_id     bytea not null references web_source on delete cascade,
  page_id       bytea not null,                         -- SHA-256 of the URL
  page_number   integer not null,                       -- 0 is the page that the request named
  url           text not null,
  etag          text,
  last_modified text,
  links         text[] not null,
  primary key (source_id, page_id)
);

-- A source has at most a thousand passages, stored together under the primary key. Reading and ranking all of them is faster
-- than an inverted index over the passages of every source.
create table web_passage (
  source_id      bytea not null,
  page_id        bytea not null,
  passage_number integer not null,
  place          text,                                  -- fragment of the URL
  heading        text not null,
  body           text not null,
  language       text not null,                         -- a regconfig column would block pg_upgrade
  search         tsvector not null,
  primary key (source_id, page_id, passage_number),
  foreign key (source_id, page_id) references web_page on delete cascade
);

-- The passages of some sources that match a question best. Each word is weighted by how rare it is among these passages
-- (ts_rank alone gives "plot" in a paper about plots the same weight as "mangrove"); words in headings weigh more.
--
-- Returns the passages and not only their keys: when the caller joined the keys to the tables, the planner put the ranking on
-- the inner side of a loop and repeated it for every passage of a source, which took seconds for a book. Here the best
-- passages are known before the join. `search || ''` decompresses each vector once instead of once per word of the question.
create function find_passages(in_source_ids bytea[], in_question text, in_limit integer)
returns table (url text, place text, heading text, body text)
language sql stable as $$
  with candidate as materialized (
    select p.source_id, p.page_id, p.passage_number, p.language, p.search || ''::tsvector as search
    from web_passage p where p.source_id = any(in_source_ids)
  ),
  term as materialized (
    select spoken.language,
      ('''' || replace(replace(word.lexeme, '\', '\\'), '''', '''''') || '''')::tsquery as query
    from (select distinct c.language from candidate c) spoken
    cross join lateral (
      select u.lexeme from unnest(to_tsvector(spoken.language::regconfig, in_question)) u
      order by u.positions[1] limit 32
    ) word
  ),
  hit as materialized (
    select c.source_id, c.page_id, c.passage_number, t.query,
      ts_rank('{0.4, 0.4, 0.7, 1}', c.search, t.query) as weight
    from candidate c join term t on t.language = c.language and c.search @@ t.query
  ),
  rarity as materialized (
    select h.query, ln(1 + ((select count(*) from candidate) - count(*) + 0.5) / (count(*) + 0.5)) as weight
    from hit h group by h.query
  ),
  best as materialized (
    select h.source_id, h.page_id, h.passage_number, sum(h.weight * r.weight)::double precision as score
    from hit h join rarity r on r.query = h.query
    group by h.source_id, h.page_id, h.passage_number
    order by score desc, h.source_id, h.page_id, h.passage_number
    limit in_limit
  )
  select page.url, passage.place, passage.heading, passage.body
  from best
  join web_passage passage using (source_id, page_id, passage_number)
  join web_page page using (source_id, page_id)
  order by best.score desc, source_id, page_id, passage_number
$$;
