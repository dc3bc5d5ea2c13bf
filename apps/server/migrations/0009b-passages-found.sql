-- Finds the passages and not only their keys. Joined to their tables by the caller, the ranking was planned as the inner
-- side of a loop and done again for every passage of a source: seconds for a book. Here the best are known before anything
-- is joined to them, and each search vector is unpacked once and not once per word of the question.
drop function find_passages(bytea[], text, integer);

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
