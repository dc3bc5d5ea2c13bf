-- Searches find other forms of a word ("stablecoins", "stablecoin") and beginnings ("bit", "bitcoin"). An article keeps
-- its words with their places, for phrases and beginnings, and their English stems without a place.
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

update news_article set words = words;

comment on column news_article.words is
  'title and description as search-words.ts cuts them, with places; their English stems, without';

-- Each of the words must occur, as it is, as another form of it or as a beginning; below three characters a beginning
-- would be any word. `phrases` is a tsquery of what must occur as it is written.
create function to_news_query(words text[], phrases text) returns tsquery language sql immutable parallel safe
return coalesce(
  (select string_agg(
     format('(%L%s%s)', word, case when length(word) >= 3 then ':*' end,
       ' | ' || quote_literal((ts_lexize('pg_catalog.english_stem', word))[1])),
     ' & ')
   from unnest(words) as word)::tsquery && coalesce(phrases, '')::tsquery,
  phrases::tsquery);
