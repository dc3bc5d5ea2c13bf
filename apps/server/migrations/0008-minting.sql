-- The descriptions that mint-nft requests gave to a collection. The metadata files are derived from a description and the rows
-- of the images, so 10,000 files need one row. `numbers` are the tokens that a description was given for: exporting every
-- description for every token would grow with their product. Ranges keep 10,000 consecutive tokens in one value.
create table token_metadata (
  account_id    uuid not null,
  collection_id uuid not null,
  metadata_id   text not null,
  name          text not null,
  description   text not null,
  symbol        text not null,
  numbers       int4multirange not null,
  created_at    timestamptz not null default now(),
  primary key (account_id, collection_id, metadata_id),
  foreign key (account_id, collection_id) references collection on delete cascade
);

comment on column token_metadata.metadata_id is 'a hash of name, description and symbol';
comment on column token_metadata.name is 'as it was sent: {id} stands for the number of the token';
comment on column token_metadata.description is 'as it was sent: {id} stands for the number of the token';

-- Pinning of a collection's files to IPFS, and its progress.
create table collection_pin (
  account_id    uuid not null,
  collection_id uuid not null,
  state         text not null default 'queued' check (state in ('queued', 'pinning', 'pinned', 'failed')),
  root          text,
  request_id    text,
  problem       text,
  changed_at    timestamptz not null default now(),
  primary key (account_id, collection_id),
  foreign key (account_id, collection_id) references collection on delete cascade
);

comment on column collection_pin.root is 'the content id of the folder with images, metadata and provenance';
comment on column collection_pin.request_id is 'the pinning service''s id of the request';

-- The next nonce of each wallet that mints. Nonces are assigned only here.
create table mint_signer (
  chain_id   bigint not null,
  address    text not null,
  next_nonce bigint not null default 0,
  primary key (chain_id, address)
);

-- One row per token that the service mints. The primary key makes sure that a token is minted once.
create table token_mint (
  account_id         uuid not null,
  collection_id      uuid not null,
  number             integer not null,
  chain_id           bigint not null,
  contract           text not null,
  signer             text not null,
  to_address         text not null,
  token_uri          text not null,
  state              text not null default 'queued' check (state in ('queued', 'signed', 'minted', 'failed')),
  nonce              bigint,
  token_id           text,
  hash               text,
  problem            text,
  failures           integer not null default 0,
  price              bigint not null default 0,
  hold_id            uuid,
  absences           integer not null default 0,
  absent_since_block bigint,
  not_before         timestamptz not null default now(),
  created_at         timestamptz not null default now(),
  changed_at         timestamptz not null default now(),
  primary key (account_id, collection_id, number),
  foreign key (account_id, collection_id) references collection on delete cascade,
  check (state <> 'queued' or nonce is null),
  check (state <> 'minted' or (token_id is not null and hash is not null)),
  -- A token that fails before it is signed has no nonce.
  check (state not in ('signed', 'minted') or nonce is not null),
  check (price = 0 or hold_id is not null)
);

-- If two tokens shared a nonce, one of them would never be minted.
create unique index token_mint_nonce on token_mint (chain_id, signer, nonce) where nonce is not null;
-- Queued tokens are read by account, so that accounts take turns.
create index token_mint_queued on token_mint (chain_id, signer, account_id, created_at, number) where state = 'queued';
create index token_mint_signed on token_mint (chain_id, signer, nonce) where state = 'signed';
create index token_mint_open on token_mint (state, created_at) where state in ('queued', 'signed');

comment on column token_mint.nonce is 'shared by every transaction signed for this token until one is mined: only one of them can be';
comment on column token_mint.hash is 'the newest signed transaction, then the mined one';
comment on column token_mint.failures is 'transactions that were mined without minting the token, or that no node accepted';
comment on column token_mint.hold_id is 'holds the price of every token of one request; each token settles its part';
comment on column token_mint.absences is 'how often in a row its nonce was used and none of its transactions was found';

-- Signed transactions are stored before they are sent, so that a retry sends the same transaction.
create table mint_transaction (
  account_id       uuid not null,
  collection_id    uuid not null,
  number           integer not null,
  nonce            bigint not null,
  attempt          integer not null,
  hash             text not null,
  raw              text not null,
  gas              text not null,
  max_fee          text not null,
  max_priority_fee text,
  is_self_transfer boolean not null default false,
  signed_at_block  bigint not null default 0,
  refusals         integer not null default 0,
  signed_at        timestamptz not null default now(),
  sent_at          timestamptz,
  primary key (account_id, collection_id, number, nonce, attempt),
  foreign key (account_id, collection_id, number) references token_mint on delete cascade
);

comment on column mint_transaction.is_self_transfer is 'uses up the nonce without minting, because no node accepts the mint';
comment on column mint_transaction.signed_at_block is 'the newest block at signing: the token cannot be in a much older block';
