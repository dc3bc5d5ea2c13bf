-- What was read on the websites and white papers that callers name. These tables belong to no account: what is
-- here was fetched without credentials, so whoever knows the URL (all of it: its query is part of the key) could
-- have fetched the same. Nothing of an account, not even who named a URL, is written here.

create table web_source (
  source_id     bytea primary key,                      -- SHA-256 of the URL, which may be longer than an index takes
  url           text not null,
  read_at       timestamptz,                            -- when its pages were last seen to be as they are stored
  next_read_at  timestamptz not null default now(),     -- not to be read again before
  failure       text,                                   -- why the last attempt failed
  is_refused    boolean not null default false,         -- it leads to where callers must not lead us
  reading_token uuid,                                   -- who reads it now: a late reader finds another token
  reading_until timestamptz,
  used_at       timestamptz not null default now()
);

create index web_source_used_at on web_source (used_at);

create table web_page (
  source_id     bytea not null references web_source on delete cascade,
  page_id       bytea not null,                         -- SHA-256 of the URL
  page_number   integer not null,                       -- 0 is the page that was named
  url           text not null,
  etag          text,
  last_modified text,
  links         text[] not null,
  primary key (source_id, page_id)
);

create table web_passage (
  source_id      bytea not null,
  page_id        bytea not null,
  passage_number integer not null,
  place          text,                                  -- fragment of the URL
  heading        text not null,
  body           text not null,
  language       text not null,                         -- a regconfig column would stand in the way of pg_upgrade
  search         tsvector not null,
  primary key (source_id, page_id, passage_number),
  foreign key (source_id, page_id) references web_page on delete cascade
);
-- A source has a thousand passages at most and they lie together under the primary key: to rank them by reading
-- them all is quicker than an inverted index over the passages of everybody.

-- The passages of some sources that fit a question best. Each word counts by how rare it is among these passages
-- (ts_rank alone takes "plot" in a paper about plots for as telling as "mangrove"), words in headings count more.
create function find_passages(in_source_ids bytea[], in_question text, in_limit integer)
returns table (source_id bytea, page_id bytea, passage_number integer, score double precision)
language sql stable as $$
  with candidate as materialized (
    select p.source_id, p.page_id, p.passage_number, p.language, p.search
    from web_passage p where p.source_id = any(in_source_ids)
  ),
  term as materialized (
    select spoken.language, ('''' || replace(replace(word.lexeme, '\', '\\'), '''', '''''') || '''')::tsquery as query
    from (select distinct c.language from candidate c) spoken
    cross join lateral (
      select u.lexeme from unnest(to_tsvector(spoken.language::regconfig, in_question)) u
      order by u.positions[1] limit 64
    ) word
  ),
  hit as materialized (
    select c.source_id, c.page_id, c.passage_number, t.query,
      ts_rank('{0.4, 0.4, 0.7, 1}', c.search, t.query) as weight
    from candidate c join term t on t.language = c.language and c.search @@ t.query
  ),
  rarity as (
    select h.query, ln(1 + ((select count(*) from candidate) - count(*) + 0.5) / (count(*) + 0.5)) as weight
    from hit h group by h.query
  )
  select h.source_id, h.page_id, h.passage_number, sum(h.weight * r.weight)::double precision as score
  from hit h join rarity r on r.query = h.query
  group by h.source_id, h.page_id, h.passage_number
  order by score desc, h.source_id, h.page_id, h.passage_number
  limit in_limit
$$;
