-- Which tokens each description was given for. A collection may now have any number of descriptions, and an
-- export that wrote every description for every token would grow with their product. Ranges keep 10,000
-- consecutive tokens in one value.
alter table token_metadata add column numbers int4multirange;

update token_metadata
set numbers = int4multirange(int4range(1, collection.amount + 1))
from collection
where collection.account_id = token_metadata.account_id
  and collection.collection_id = token_metadata.collection_id;

alter table token_metadata alter column numbers set not null;

comment on column token_metadata.name is 'as it was sent: {id} stands for the number of the token';
comment on column token_metadata.description is 'as it was sent: {id} stands for the number of the token';
