-- no-transaction
-- Several tokens of one collection can be minted by one transaction, and then share its nonce.
alter table token_mint add column if not exists batch_position integer not null default 0;
comment on column token_mint.batch_position is 'its place in the transaction that mints several tokens, from 1; 0 when it is minted alone';
-- Two tokens that share a nonce have different places in its transaction. Otherwise one of them would never be minted.
create unique index concurrently if not exists token_mint_nonce_position on token_mint (chain_id, signer, nonce, batch_position)
  where nonce is not null;
-- A worker of an older version takes the first id of a transaction for the id of each of its tokens. This makes it leave the
-- others to a worker that can tell them apart.
create unique index concurrently if not exists token_mint_batch_token on token_mint (chain_id, contract, token_id)
  where batch_position > 0 and token_id is not null;
drop index concurrently if exists token_mint_nonce;
